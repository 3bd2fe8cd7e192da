// The processor that computing times belong to.
#pragma once

#include <istream>
#include <string>

namespace kreisel {

/// As the system calls it, "unknown processor" where it does not say.
const std::string& processor_name();

/// The same from a text in the form of /proc/cpuinfo.
std::string processor_name_in(std::istream& text);

}  // namespace kreisel
