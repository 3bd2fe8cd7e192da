// Bad models: every case of tests/bad_models/cases.txt is refused with the place, cause and remedy that it states.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kreisel/io/model_reader.hpp"
#include "kreisel/model/assemble.hpp"
#include "tests/fuzz/model_reader_property.hpp"

namespace kreisel {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot open " + path.string());
  return {std::istreambuf_iterator<char>(file), {}};
}

fs::path folder() {
  return fs::path(KREISEL_SOURCE_FOLDER) / "tests" / "bad_models";
}

std::string good_model() {
  return contents(folder() / "good.json");
}

struct Case {
  std::string name = {}, text = {}, pointer = {}, cause = {}, remedy = {};
  bool is_about_assembly = false;
};

void PrintTo(const Case& bad, std::ostream* out) {
  *out << bad.name;
}

/// ⏎ and \xNN.
std::string decoded(std::string text) {
  constexpr std::string_view line_break = "⏎";
  for (std::size_t i = text.find(line_break); i != std::string::npos; i = text.find(line_break)) {
    text.replace(i, line_break.size(), "\n");
  }
  for (std::size_t i = text.find("\\x"); i != std::string::npos; i = text.find("\\x", i)) {
    text.replace(i, 4, 1, static_cast<char>(std::stoi(text.substr(i + 2, 2), nullptr, 16)));
  }
  return text;
}

/// The good model with OLD replaced by NEW.
std::string edited(const std::string& edit, const std::string& name) {
  constexpr std::string_view arrow = " => ";
  const std::string good = good_model();
  const std::size_t middle = edit.find(arrow);
  if (middle == std::string::npos) throw std::runtime_error(name + ": no =>");
  const std::string old = edit.substr(0, middle);
  const std::size_t at = good.find(old);
  if (at == std::string::npos || good.find(old, at + 1) != std::string::npos) {
    throw std::runtime_error(name + ": not exactly once in good.json: " + old);
  }
  return std::string(good).replace(at, old.size(), decoded(edit.substr(middle + arrow.size())));
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  std::ifstream file(folder() / "cases.txt");
  bool is_about_assembly = false;
  for (std::string line; std::getline(file, line);) {
    const auto rest_after = [&](std::string_view key) {
      return line.size() > key.size() + 1 ? line.substr(key.size() + 1) : std::string();
    };
    if (line.starts_with("== assembly")) is_about_assembly = true;
    if (line.starts_with("["))
      cases.push_back({.name = line.substr(1, line.size() - 2), .is_about_assembly = is_about_assembly});
    if (line.starts_with("edit:")) cases.back().text = edited(rest_after("edit:"), cases.back().name);
    if (line.starts_with("text:")) cases.back().text = decoded(rest_after("text:"));
    if (line.starts_with("at:")) cases.back().pointer = rest_after("at:");
    if (line.starts_with("cause:")) cases.back().cause = rest_after("cause:");
    if (line.starts_with("remedy:")) cases.back().remedy = rest_after("remedy:");
  }
  return cases;
}

/// Takes the mark out of the text and tells its place as "LINE:COLUMN".
std::string taken_place(std::string& text, const std::string& name) {
  constexpr std::string_view mark = "«";
  const std::size_t at = text.find(mark);
  if (at == std::string::npos) throw std::runtime_error(name + ": no «");
  text.erase(at, mark.size());
  if (text.find(mark) != std::string::npos) throw std::runtime_error(name + ": two «");
  std::size_t line = 1, column = 1;
  for (const char c : text.substr(0, at)) {
    const bool continues_character = (static_cast<unsigned char>(c) & 0xC0) == 0x80;
    if (c == '\n') ++line;
    column = c == '\n' ? 1 : column + (continues_character ? 0 : 1);
  }
  return std::to_string(line) + ":" + std::to_string(column);
}

/// What reading, and where wanted assembling, says about it.
void expect_refusal(const Case& bad) {
  std::string text = bad.text;
  const std::string place = taken_place(text, bad.name);
  const std::string where = "bad.json:" + place + (bad.pointer.empty() ? "" : " (" + bad.pointer + ")");
  ASSERT_FALSE(bad.cause.empty() || bad.remedy.empty()) << "the case says nothing";
  const auto expect_error = [&](const Error& error) {
    EXPECT_EQ(error.where(), where) << error.fact();
    EXPECT_THAT(error.fact(), HasSubstr(bad.cause));
    EXPECT_THAT(error.hint(), HasSubstr(bad.remedy));
    EXPECT_EQ(error.code(), ExitCode::bad_model);
  };
  try {
    const ModelFile file = read_model_text("bad.json", text);
    ASSERT_TRUE(bad.is_about_assembly) << "it was read";
    try {
      assemble(file.model);
      ADD_FAILURE() << "it was assembled";
    } catch (const ModelError& error) {
      expect_error(file.located(error));
    }
  } catch (const Error& error) {
    EXPECT_FALSE(bad.is_about_assembly) << "not read: " << error.fact();
    expect_error(error);
  }
}

class BadModel : public testing::TestWithParam<Case> {};

TEST_P(BadModel, IsRefusedWithPlaceCauseAndRemedy) {
  expect_refusal(GetParam());
}

INSTANTIATE_TEST_SUITE_P(Cases, BadModel, testing::ValuesIn(all_cases()),
                         [](const auto& bad) { return bad.param.name; });

TEST(BadModels, AreMoreThanTwoHundred) {
  EXPECT_GE(all_cases().size(), 300u);
}

TEST(BadModels, TheModelTheyBreakIsGood) {
  const ModelFile file = read_model_text("good.json", good_model());
  EXPECT_TRUE(file.notes.empty());
  EXPECT_NO_THROW(assemble(file.model));
}

TEST(BadModels, EveryCutAtAStructureIsRefused) {
  const std::string good = good_model();
  const std::size_t end = good.rfind('}');
  int cuts = 0;
  for (std::size_t at = good.find('{'); at <= end; at = good.find_first_of("{}[]:,\"", at + 1)) {
    EXPECT_THROW(read_model_text("cut.json", good.substr(0, at)), ParseError) << good.substr(0, at);
    ++cuts;
  }
  EXPECT_GT(cuts, 900);
}

TEST(BadModels, DeepNestingAnywhereIsRefused) {
  std::string deep = good_model();
  const std::string old = "\"mass\": 2,";
  deep.replace(deep.find(old), old.size(), "\"mass\": " + std::string(100'000, '[') + ",");
  try {
    read_model_text("deep.json", deep);
    ADD_FAILURE();
  } catch (const ParseError& error) {
    EXPECT_THAT(error.where(), HasSubstr("deep.json:11:"));
    EXPECT_THAT(error.fact(), HasSubstr("deeper than 100 levels"));
  }
}

TEST(BadModels, TheLastOfManyNamesIsNotOverlooked) {
  std::string bodies;
  constexpr int count = 100'000;
  for (int i = 0; i < count; ++i) {
    bodies += "{\"name\": \"b" + std::to_string(i) + "\", \"mass\": 1, \"inertia\": [1, 1, 1]},\n";
  }
  const std::string head = R"({"name": "n", "duration": 1, "bodies": [)";
  try {
    read_model_text("many.json", head + bodies + R"({"name": "b77", "mass": 1, "inertia": [1, 1, 1]}]})");
    ADD_FAILURE();
  } catch (const ModelError& error) {
    EXPECT_EQ(error.where(), "many.json:100001:10 (/bodies/100000/name)");
    EXPECT_THAT(error.fact(), HasSubstr("the first is at /bodies/77/name"));
  }
}

TEST(BadModels, WhatCrashedTheReaderOnceDoesNotAnyMore) {
  int files = 0;
  for (const auto& entry : fs::directory_iterator(folder() / ".." / "fuzz" / "crashers")) {
    require_reader_property(contents(entry.path()));
    ++files;
  }
  EXPECT_GE(files, 1);
}

}  // namespace
}  // namespace kreisel
