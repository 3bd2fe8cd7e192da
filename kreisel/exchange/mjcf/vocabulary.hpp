// What elements and attributes of MJCF this reader knows: read, without influence on the motion, or unknown.
#pragma once

#include "kreisel/exchange/xml_document.hpp"

namespace kreisel::mjcf {

/// Throws ModelError at the first element or attribute that is not known; notes those without influence that users may miss.
void check_vocabulary(const XmlElement& root, std::vector<std::string>& notes);

/// An actuator of any kind.
bool is_actuator(std::string_view element);

}  // namespace kreisel::mjcf
