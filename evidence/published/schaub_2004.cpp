// Fills the entry of an experiment of [Schaub 2004].
#include "evidence/published/schaub_2004.hpp"

#include <cctype>
#include <utility>

namespace kreisel::experiments {
namespace {

/// Letters and digits; everything between them is one underscore.
std::string key_of(const std::string& number) {
  std::string key;
  for (const char c : number) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      key += c;
    else if (!key.empty() && key.back() != '_')
      key += '_';
  }
  if (!key.empty() && key.back() == '_') key.pop_back();
  return key;
}

}  // namespace

Experiment schaub_2004(const std::string& number, const std::string& title, const std::string& setup,
                       const std::string& published, const std::string& criterion,
                       std::function<Measurement()> measure, const std::string& missing,
                       const std::string& erratum) {
  Experiment e{.name = "schaub_2004_" + key_of(number),
               .source = "Schaub 2004",
               .number = number,
               .title = title,
               .setup = setup,
               .published = published,
               .criterion = criterion,
               .missing = missing,
               .erratum = erratum};
  e.measure = std::move(measure);
  return e;
}

}  // namespace kreisel::experiments
