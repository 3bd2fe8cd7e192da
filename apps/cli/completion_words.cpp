// The words that fit after what was typed so far.
#include "apps/cli/completion_words.hpp"

#include <algorithm>

#include <CLI/CLI.hpp>

#include "apps/cli/command_tree.hpp"
#include "apps/cli/completion_values.hpp"

namespace kreisel::cli {
namespace {

/// Where the last word stands: in which command, behind which option or as which positional argument.
struct Place {
  const CLI::App* app;
  TypedWords typed = {};
  const CLI::Option* awaited = nullptr;  // the word before was this option
  bool options_are_over = false;         // after "--"
  std::size_t positionals = 0;
};

bool is_option(const Place& place, const std::string& word) {
  return !place.options_are_over && word.starts_with("-");
}

/// The positional argument that the next word without dashes will be; nullptr when there is none left.
const CLI::Option* next_positional(const Place& place) {
  const std::vector<const CLI::Option*> all = positionals_of(*place.app);
  if (all.empty()) return nullptr;
  if (place.positionals < all.size()) return all[place.positionals];
  return all.back()->get_items_expected_max() > 1 ? all.back() : nullptr;
}

void pass_option(Place& place, const std::string& word) {
  const std::size_t equals = word.find('=');
  const std::string name = word.substr(0, equals);
  const CLI::Option* const option = place.app->get_option_no_throw(name);
  if (option == nullptr) return;
  std::vector<std::string>& values = place.typed.values[name];
  if (equals != std::string::npos) values.push_back(word.substr(equals + 1));
  if (equals == std::string::npos && takes_value(*option)) place.awaited = option;
}

void pass(Place& place, const std::string& word) {
  if (place.awaited != nullptr) {
    place.typed.values[shown_name(*place.awaited)].push_back(word);
    place.awaited = nullptr;
  } else if (word == "--") {
    place.options_are_over = true;
  } else if (is_option(place, word)) {
    pass_option(place, word);
  } else if (const CLI::App* const command = command_of(*place.app, word)) {
    place.app = command;
    place.typed = {command->get_name(), {}};
    place.positionals = 0;
  } else if (const CLI::Option* const positional = next_positional(place)) {
    place.typed.values[shown_name(*positional)].push_back(word);
    ++place.positionals;
  }
}

/// Options that are not given yet; --set and its like may be given again.
std::vector<Choice> option_choices(const Place& place, const std::string& word) {
  std::vector<Choice> all;
  for (const CLI::Option* option : place.app->get_options()) {
    if (option->get_positional()) continue;
    const std::string name = shown_name(*option);
    const bool is_given = place.typed.values.contains(name);
    if (name.starts_with(word) && (!is_given || may_be_repeated(*option)))
      all.push_back({name, option->get_description()});
  }
  return all;
}

Completions completions_of_argument(const Place& place, const std::string& word) {
  Completions found;
  if (const CLI::Option* const positional = next_positional(place))
    found = value_completions(place.typed, shown_name(*positional), word);
  for (const CLI::App* command : commands_of(*place.app))
    if (place.positionals == 0 && command->get_name().starts_with(word))
      found.choices.push_back({command->get_name(), command->get_description()});
  if (found.choices.empty() && found.files == FileKind::none && word.empty())
    found.choices = option_choices(place, word);
  return found;
}

Completions completions_of(const Place& place, const std::string& word) {
  if (place.awaited != nullptr) return value_completions(place.typed, shown_name(*place.awaited), word);
  if (!is_option(place, word)) return completions_of_argument(place, word);
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos) return {option_choices(place, word)};
  Completions found = value_completions(place.typed, word.substr(0, equals), word.substr(equals + 1));
  for (Choice& choice : found.choices) choice.name.insert(0, word, 0, equals + 1);
  return found;
}

/// The first sentence: what fits beside a name.
std::string short_help(const std::string& help) {
  const std::size_t end = std::min(help.find_first_of("\n\t"), help.find(". "));
  return help.substr(0, end);
}

}  // namespace

std::string completion_lines(const CLI::App& root, const std::vector<std::string>& words) {
  if (words.empty()) return "";
  Place place{&root};
  for (std::size_t i = 0; i + 1 < words.size(); ++i) pass(place, words[i]);
  const Completions found = completions_of(place, words.back());
  std::string lines;
  for (const Choice& choice : found.choices) lines += choice.name + "\t" + short_help(choice.help) + "\n";
  if (found.files == FileKind::models) lines += ":models\n";
  if (found.files == FileKind::folders) lines += ":folders\n";
  return lines;
}

}  // namespace kreisel::cli
