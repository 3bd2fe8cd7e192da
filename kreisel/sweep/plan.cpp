// Counts members, puts together their specifications, hashes what they depend on.
#include "kreisel/sweep/plan.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "kreisel/core/names.hpp"
#include "kreisel/core/sha256.hpp"
#include "kreisel/core/version.hpp"
#include "kreisel/io/units.hpp"
#include "kreisel/methods/catalog.hpp"
#include "kreisel/run/option_names.hpp"
#include "kreisel/run/spec_text.hpp"

namespace kreisel {
namespace {

/// Raised when what is kept of a member changes its meaning.
constexpr int record_format = 1;
constexpr std::size_t most_members = 100'000'000;

double option_number(const std::string& name, const std::string& text, std::string_view unit) {
  double number = 0.0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure == std::errc{} && end == text.data() + text.size() && std::isfinite(number)) return number;
  try {
    const UnitValue quantity = read_quantity(text);
    if (!unit.empty() && quantity.dimension == dimension_of_unit(unit)) return quantity.value;
  } catch (const UnitRefusal&) {  // said below
  }
  throw OptionError(fmt::format("\"{}\" is no value of the option {}", text, name),
                    fmt::format("--vary {}", name),
                    fmt::format("`kreisel run --help` explains {}", as_typed(name)));
}

template <class Option, class Member>
void set_value(const Option& option, const std::string& text, Member& value) {
  const std::string name(option.name);
  if constexpr (std::is_same_v<Member, std::string>) {
    value = text;
  } else if constexpr (OptionalChoice<Member>) {
    value = named_value(name, spoken(name), choices_of(typename Member::value_type{}), text);
  } else if constexpr (ChoiceEnum<Member>) {
    value = named_value(name, spoken(name), choices_of(value), text);
  } else if constexpr (std::is_same_v<Member, double> || std::is_same_v<Member, std::optional<double>>) {
    value = option_number(name, text, option.unit());
  } else if constexpr (std::is_same_v<Member, long> || std::is_same_v<Member, int>) {
    value = static_cast<Member>(std::llround(option_number(name, text, {})));
  } else {
    throw OptionError(fmt::format("the option {} cannot be varied", name), "--vary", "vary a parameter");
  }
}

bool is_option(const std::string& name) {
  bool found = false;
  const RunSpec usual{};
  for_each_option(usual, [&](const auto& option, const auto&) { found = found || option.name == name; });
  return found;
}

/// Whether some method that may take part has this parameter.
bool is_method_parameter(const SweepSpec& spec, const std::string& name) {
  const auto has = [&](const MethodEntry& method) {
    return std::any_of(method.parameters.begin(), method.parameters.end(),
                       [&](const Parameter& p) { return p.name == name; });
  };
  const bool varies_method =
      std::any_of(spec.variations.begin(), spec.variations.end(), [](const Variation& v) {
        return std::find(v.names.begin(), v.names.end(), "method") != v.names.end();
      });
  if (!varies_method && spec.run.method != "auto") return has(find_method(spec.run.method));
  const auto& all = all_methods();
  return std::any_of(all.begin(), all.end(), has);
}

}  // namespace

bool set_option(RunSpec& spec, const std::string& name, const std::string& text) {
  bool found = false;
  for_each_option(spec, [&](const auto& option, auto& value) {
    if (option.name != name) return;
    found = true;
    set_value(option, text, value);
  });
  return found;
}

SweepPlan::SweepPlan(SweepSpec spec)
    : spec_(std::move(spec)),
      target_(spec_.model_text.empty() ? find_target(spec_.run.target)
                                       : target_of_text(spec_.run.target, spec_.model_text)),
      points_({}, 0, 1) {
  name_values();
  count_members();
  points_ = SamplePoints(spec_.sampling, ranges_.size(), spec_.seed);
  common_ = fmt::format("member {} kreisel {} {} {} {}\n{}\n{}\n", record_format, version(), source_hash(),
                        __VERSION__, target_.name, sha256(target_.model_text), spec_.checks_error);
  for (const ObjectiveText& o : spec_.objectives) common_ += fmt::format("{} = {}\n", o.name, o.formula);
  try_values();
}

void SweepPlan::name_values() {
  std::set<std::string> taken;
  for (const auto& setting : spec_.run.settings) taken.insert(setting.first);
  for (std::size_t i = 0; i < spec_.variations.size(); ++i) {
    (spec_.variations[i].is_range ? ranges_ : grid_).push_back(i);
    for (const std::string& name : spec_.variations[i].names) {
      if (!taken.insert(name).second)
        throw OptionError(fmt::format("\"{}\" is given twice", name), "--vary", "give every name once");
      names_.push_back(name);
      const auto known = std::find_if(target_.parameters.begin(), target_.parameters.end(),
                                      [&](const Parameter& p) { return p.name == name; });
      units_.push_back(known == target_.parameters.end() ? "1" : known->unit);
      if (known != target_.parameters.end() || is_option(name) || is_method_parameter(spec_, name)) continue;
      std::vector<std::string> all;
      for (const Parameter& p : target_.parameters) all.push_back(p.name);
      throw UnknownName(
          fmt::format("{} has no parameter \"{}\", and no option of a run is called so", target_.name, name),
          "--vary", suggestion(name, "parameters", all));
    }
  }
  if (spec_.repetitions > 1 && spec_.run.disturbance.is_given()) {
    names_.emplace_back("disturb_seed");
    units_.emplace_back("1");
  }
}

void SweepPlan::count_members() {
  const bool samples = spec_.sampling.kind != SamplingKind::none;
  if (samples && ranges_.empty())
    throw OptionError("there is no range to draw samples from", "--sample",
                      "give one as --vary NAME=FROM:TO or --vary NAME=normal:MEAN:DEVIATION");
  if (!samples && !ranges_.empty())
    throw OptionError(fmt::format("the range of \"{}\" has no values of its own",
                                  spec_.variations[ranges_.front()].names.front()),
                      "--vary",
                      "give their number, NAME=FROM:TO:COUNT, or draw samples with --sample lhs:100");
  if (spec_.repetitions > 1 && !spec_.run.disturbance.is_given())
    throw OptionError("repetitions that are all the same tell nothing", "--repeat",
                      "disturb the start with --disturb-velocities or --disturb-positions");
  double count = static_cast<double>(spec_.sampling.count) * static_cast<double>(spec_.repetitions);
  for (const std::size_t i : grid_) count *= static_cast<double>(spec_.variations[i].values.size());
  if (count > static_cast<double>(most_members))
    throw OptionError(fmt::format("{:.3g} members are too many", count), "--vary",
                      "ask for at most 1e8, or draw samples with --sample");
  for (const std::size_t i : grid_) grid_count_ *= spec_.variations[i].values.size();
  count_ = grid_count_ * spec_.sampling.count * spec_.repetitions;
}

/// A wrong kind of quantity is told before anything is computed.
void SweepPlan::try_values() const {
  for (const Variation& v : spec_.variations) {
    if (v.names.front() == "method")
      for (const auto& row : v.values)
        if (row.front() != "auto") static_cast<void>(find_method(row.front()));
    if (!target_.knows(v.names.front()) || v.names.size() > 1) continue;
    const std::string text = !target_.is_model || v.example.empty() ? "" : v.example;
    if (!text.empty()) static_cast<void>(target_.make({{v.names.front(), text}}));
  }
}

Member SweepPlan::member(std::size_t number) const {
  Member member{.number = number, .values = {}, .spec = spec_.run};
  std::size_t repetition = number % spec_.repetitions, rest = number / spec_.repetitions;
  const std::size_t sample = rest % spec_.sampling.count;
  rest /= spec_.sampling.count;
  std::vector<std::size_t> row(spec_.variations.size());
  for (auto i = grid_.rbegin(); i != grid_.rend(); ++i) {
    row[*i] = rest % spec_.variations[*i].values.size();
    rest /= spec_.variations[*i].values.size();
  }
  for (std::size_t i = 0, range = 0; i < spec_.variations.size(); ++i) {
    const Variation& v = spec_.variations[i];
    if (v.is_range)
      member.values.push_back(v.sampled(points_.at(sample, range++)));
    else
      member.values.insert(member.values.end(), v.values[row[i]].begin(), v.values[row[i]].end());
  }
  for (std::size_t i = 0; i < member.values.size(); ++i) {
    const bool is_parameter =
        target_.knows(names_[i]) || !set_option(member.spec, names_[i], member.values[i]);
    if (is_parameter) member.spec.settings.emplace_back(names_[i], member.values[i]);
  }
  if (spec_.run.disturbance.is_given()) {
    member.spec.disturbance.seed = seed_of(spec_.run.disturbance.seed, repetition);
    if (spec_.repetitions > 1) member.values.push_back(std::to_string(member.spec.disturbance.seed));
  }
  return member;
}

std::string SweepPlan::identity(const Member& member) const {
  constexpr std::size_t digits = 32;
  Settings sorted = member.spec.settings;
  std::sort(sorted.begin(), sorted.end());
  std::string text = common_ + "method " + member.spec.method + "\n";
  for (const auto& [name, value] : sorted) text += name + "=" + value + "\n";
  return sha256(text + options_text(member.spec)).substr(0, digits);
}

}  // namespace kreisel
