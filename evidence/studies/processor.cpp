// Asks the system for the name of the processor.
#include "evidence/studies/processor.hpp"

#include <fstream>

namespace kreisel {

std::string processor_name_in(std::istream& text) {
  for (std::string line; std::getline(text, line);) {
    const std::size_t colon = line.find(": ");
    const bool is_name = line.starts_with("model name") || line.starts_with("Model");
    if (is_name && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown processor";
}

const std::string& processor_name() {
  static const std::string name = [] {
    std::ifstream file("/proc/cpuinfo");
    return processor_name_in(file);
  }();
  return name;
}

}  // namespace kreisel
