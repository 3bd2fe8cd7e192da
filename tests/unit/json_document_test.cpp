// The reader of JSON texts: what it accepts, where it puts its values, what it refuses and how it says so.
#include "kreisel/io/json_document.hpp"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kreisel/core/error.hpp"
#include "kreisel/core/random.hpp"

namespace kreisel {
namespace {

using ::testing::HasSubstr;

JsonDocument parsed(std::string text) {
  return JsonDocument(SourceText("a.json", std::move(text)));
}

struct Refused {
  std::string_view text;
  std::string_view where;  // without the name of the file
  std::string_view fact;   // part of it
  std::string_view hint;   // part of it
};

void expect_refusal(const Refused& expected) {
  try {
    parsed(std::string(expected.text));
    ADD_FAILURE() << "accepted: " << expected.text.substr(0, 100);
  } catch (const ParseError& error) {
    EXPECT_EQ(error.where(), "a.json:" + std::string(expected.where)) << expected.text.substr(0, 100);
    EXPECT_THAT(error.fact(), HasSubstr(std::string(expected.fact)));
    EXPECT_THAT(error.hint(), HasSubstr(std::string(expected.hint)));
    EXPECT_EQ(error.code(), ExitCode::bad_model);
  }
}

TEST(JsonDocument, HoldsEveryKindOfValueInTheOrderOfTheFile) {
  const JsonDocument document = parsed(R"({"b": [1, "x", null], "a": true, "c": {"d": -2.5e-3}})");
  const JsonValue root = document.root();
  ASSERT_TRUE(root.is(JsonKind::object));
  EXPECT_EQ(root.size(), 3u);
  EXPECT_EQ(root.first()->key(), "b");
  EXPECT_EQ(root.first()->first()->number(), 1.0);
  EXPECT_EQ(root.first()->first()->next()->string(), "x");
  EXPECT_TRUE(root.first()->first()->next()->next()->is(JsonKind::null));
  EXPECT_FALSE(root.first()->first()->next()->next()->next().has_value());
  EXPECT_TRUE(root.find("a")->boolean());
  EXPECT_EQ(root.find("c")->find("d")->number(), -2.5e-3);
  EXPECT_FALSE(root.find("e").has_value());
}

TEST(JsonDocument, EveryValueKnowsLineColumnAndPointer) {
  const JsonDocument document = parsed("{\n  // a comment\n  \"ü\": [1,\n    {\"a/b~c\": 2}]}\n");
  const JsonValue inner = *document.root().first()->first()->next()->first();
  EXPECT_EQ(inner.pointer(), "/ü/1/a~1b~0c");
  EXPECT_EQ(inner.where(), "a.json:4:15 (/ü/1/a~1b~0c)");
  EXPECT_EQ(inner.key_where(), "a.json:4:6 (/ü/1/a~1b~0c)");
  EXPECT_EQ(document.root().first()->where(), "a.json:3:8 (/ü)") << "columns count characters, not bytes";
  EXPECT_EQ(document.root().where(), "a.json:1:1");
}

TEST(JsonDocument, APointerLeadsToItsValueOrToTheNearestAround) {
  const JsonDocument document = parsed(R"({"joints": [{"name": "x"}, {"a/b": [7, 8]}]})");
  EXPECT_EQ(document.nearest("/joints/1/a~1b/1").number(), 8.0);
  EXPECT_EQ(document.nearest("/joints/0/axis/2").pointer(), "/joints/0");
  EXPECT_EQ(document.nearest("/joints/9").pointer(), "/joints");
  EXPECT_EQ(document.nearest("/joints/-1").pointer(), "/joints");
  EXPECT_EQ(document.nearest("/joints/1x").pointer(), "/joints");
  EXPECT_EQ(document.nearest("nonsense").pointer(), "");
  EXPECT_EQ(document.nearest("").pointer(), "");
}

TEST(JsonDocument, CommentsAndAByteOrderMarkAreNoPartOfIt) {
  const JsonDocument document =
      parsed("\xEF\xBB\xBF/* one\n * two **/ { // three\r\n\"a\" /**/ : /*x*/ 1 /*y*/ } // four");
  EXPECT_EQ(document.root().find("a")->where(), "a.json:3:18 (/a)");
  EXPECT_EQ(parsed("\"// no comment /* here\"").root().string(), "// no comment /* here");
}

TEST(JsonDocument, TextsAreDecoded) {
  EXPECT_EQ(parsed(R"("\"\\\/\b\f\n\r\tA\u00e9\u20ac\ud83d\ude00é€")").root().string(),
            "\"\\/\b\f\n\r\tAé€\xF0\x9F\x98\x80é€");
  EXPECT_EQ(parsed(R"("a\u0000b")").root().string(), std::string_view("a\0b", 3));
  EXPECT_EQ(parsed(R"("")").root().string(), "");
}

TEST(JsonDocument, QuotedTextsReadBackAsTheyWere) {
  std::string all;
  for (int c = 0; c < 128; ++c) all.push_back(static_cast<char>(c));
  all += "é€\xF0\x9F\x98\x80";
  EXPECT_EQ(parsed(json_quoted(all)).root().string(), all);
}

TEST(JsonDocument, NumbersAreTheNearestDoubles) {
  EXPECT_EQ(parsed("0.1").root().number(), 0.1);
  EXPECT_TRUE(std::signbit(parsed("-0").root().number()));
  EXPECT_EQ(parsed("5e-324").root().number(), 5e-324);
  EXPECT_EQ(parsed("1.7976931348623157E+308").root().number(), 1.7976931348623157e308);
  EXPECT_EQ(parsed("9007199254740993").root().number(), 9007199254740992.0);
  EXPECT_EQ(parsed("0." + std::string(100000, '0') + "1e100001").root().number(), 1.0);
}

TEST(JsonDocument, RandomNumbersRoundTripBitByBit) {
  Random random(1);
  for (int i = 0; i < 20000; ++i) {
    const double value = std::bit_cast<double>(random.bits());
    if (!std::isfinite(value)) continue;
    char text[32];
    const auto [end, status] = std::to_chars(text, text + sizeof text, value);
    const double back = parsed(std::string(text, end)).root().number();
    ASSERT_EQ(std::bit_cast<std::uint64_t>(back), std::bit_cast<std::uint64_t>(value)) << "seed 1, " << i;
  }
}

TEST(JsonDocument, RefusesWhatIsNoText) {
  for (const Refused& bad : std::vector<Refused>{
           {"", "1:1", "empty", "{"},
           {" \n\t\r\n ", "1:1", "empty", "{"},
           {"// nothing\n", "2:1", "comments only", "{"},
           {std::string_view("{\0}", 3), "1:2", "0x00", "UTF-8"},
           {"{\"a\": \"\xFF\"}", "1:8", "0xFF", "UTF-8"},
           {"\"\xC0\x80\"", "1:2", "0xC0", "UTF-8"},
           {"\"\xED\xA0\x80\"", "1:2", "0xED", "UTF-8"},
           {"\"\xF4\x90\x80\x80\"", "1:2", "0xF4", "UTF-8"},
           {"\"é\xE2\x82\"", "1:3", "0xE2", "UTF-8"},
           {"\xFF\xFE{", "1:1", "UTF-16", "UTF-8"},
       }) {
    expect_refusal(bad);
  }
}

TEST(JsonDocument, RefusesBrokenStructure) {
  for (const Refused& bad : std::vector<Refused>{
           {"{", "1:1", "'{' is not closed", "'}'"},
           {"{\"a\": [1, {\"b\": 2}", "1:7 (/a)", "'[' is not closed", "']'"},
           {"{\"a\": [1,", "1:7 (/a)", "'[' is not closed", "']'"},
           {"{\"a\": 1,", "1:1", "'{' is not closed", "'}'"},
           {"{\"a\"", "1:5 (/a)", "':' is missing before the end of the file", "\"name\": value"},
           {"{\"a\":", "1:6 (/a)", "a value is missing before the end of the file", "write"},
           {"[1, 2,\n]", "1:6", "',' before ']'", "remove this comma"},
           {"{\"a\": 1,}", "1:8", "',' before '}'", "remove this comma"},
           {"[1 2]", "1:4", "',' or ']' is missing before '2'", "separate"},
           {"{\"a\": 1 \"b\": 2}", "1:9", "',' or '}' is missing before '\"'", "separate"},
           {"[1}", "1:3", "',' or ']' is missing before '}'", "']'"},
           {"[,1]", "1:2 (/0)", "a value is missing before ','", "write"},
           {"[1,,1]", "1:4 (/1)", "a value is missing before ','", "write"},
           {"{a: 1}", "1:2", "a \"name\" is missing before 'a'", "double quotes"},
           {"{'a': 1}", "1:2", "is missing before '''", "double quotes"},
           {"{1: 1}", "1:2", "is missing before '1'", "double quotes"},
           {"{\"a\" = 1}", "1:6 (/a)", "':' is missing before '='", "\"name\": value"},
           {"{} {}", "1:4", "'{' stands after the end", "remove"},
           {"{}]", "1:3", "']' stands after the end", "remove"},
           {"{\"a\": 1, \"b\": 2, \"a\": 3}", "1:18 (/a)", "\"a\" occurs twice", "keep one"},
           {"{\"a\": 1, \"\\u0061\": 3}", "1:10 (/a)", "\"a\" occurs twice", "keep one"},
           {"[1] /* open", "1:5", "no end", "*/"},
           {"[1, / 2]", "1:5", "'/' stands alone", "//"},
           {"[§]", "1:2 (/0)", "before '§'", "write"},
       }) {
    expect_refusal(bad);
  }
}

TEST(JsonDocument, RefusesWhatIsNoNumber) {
  for (const Refused& bad : std::vector<Refused>{
           {"[1, 1e999]", "1:5 (/1)", "1e999 is beyond the range", "within the range"},
           {"-1e400", "1:1", "-1e400 is beyond the range", "within the range"},
           {"1e-400", "1:1", "1e-400 is beyond the range", "write 0"},
           {"NaN", "1:1", "'NaN' is no value", "finite"},
           {"-Infinity", "1:1", "needs a digit", "-1.5e-3"},
           {"[Infinity]", "1:2 (/0)", "'Infinity' is no value", "finite"},
           {"01", "1:1", "may not begin with 0", "leading zeros"},
           {"-012", "1:1", "may not begin with 0", "leading zeros"},
           {"+1", "1:1", "needs a digit", "-1.5e-3"},
           {".5", "1:1", "needs a digit", "0.5"},
           {"1.", "1:1", "no digit follows", "1.0"},
           {"1.e5", "1:1", "no digit follows", "1.0"},
           {"1e", "1:1", "exponent has no digits", "1e-3"},
           {"1e+", "1:1", "exponent has no digits", "1e-3"},
           {"-", "1:1", "needs a digit", "-1.5e-3"},
           {"0x10", "1:1", "'0x10' is no number", "0.25"},
           {"[5mm]", "1:2 (/0)", "'5mm' is no number", "\"5 mm\""},
           {"1.2.3", "1:1", "'1.2.3' is no number", "0.25"},
           {"1_000", "1:1", "'1_000' is no number", "0.25"},
           {"True", "1:1", "'True' is no value", "write true"},
           {"None", "1:1", "'None' is no value", "null"},
           {"nul", "1:1", "'nul' is no value", "double quotes"},
           {"truely", "1:1", "'truely' is no value", "double quotes"},
       }) {
    expect_refusal(bad);
  }
}

TEST(JsonDocument, RefusesBrokenTexts) {
  for (const Refused& bad : std::vector<Refused>{
           {"{\"a\": \"open}", "1:7 (/a)", "not closed; the file ends", "end it with \""},
           {"{\"a\": \"open\n\"}", "1:7 (/a)", "not closed on its line", "end it with \""},
           {"\"tab\there\"", "1:5", "0x09", "\\t"},
           {"\"bell\x07\"", "1:6", "0x07", "\\u00XX"},
           {R"("\x41")", "1:2", "\\ followed by 'x41' means nothing", "\\\\"},
           {"\"\\", "1:2", "the end of the file", "\\\\"},
           {R"("\u12")", "1:4", "four hexadecimal digits", "\\u00B0"},
           {R"("\u12G4")", "1:4", "four hexadecimal digits", "\\u00B0"},
           {R"("\u-123")", "1:4", "four hexadecimal digits", "\\u00B0"},
           {R"("\ud800")", "1:2", "half of a surrogate pair", "character itself"},
           {R"("\ud800\u0041")", "1:2", "half of a surrogate pair", "character itself"},
           {R"("\udc00")", "1:2", "half of a surrogate pair", "character itself"},
       }) {
    expect_refusal(bad);
  }
}

TEST(JsonDocument, DepthIsLimited) {
  const std::string deepest = std::string(100, '[') + std::string(100, ']');
  EXPECT_EQ(parsed(deepest).root().size(), 1u);
  const std::string pointer = [] {
    std::string out;
    for (int i = 0; i < 100; ++i) out += "/0";
    return out;
  }();
  const std::string where = "1:101 (" + pointer + ")";
  expect_refusal({std::string(101, '['), where, "nested deeper than 100 levels", "fewer"});
  expect_refusal({std::string(1'000'000, '['), where, "nested deeper than 100 levels", "fewer"});
}

TEST(JsonDocument, SizesAreLimited) {
  const std::string too_long(SourceText::most_bytes + 1, ' ');
  expect_refusal({too_long, "1:1", "more than 64 MiB", "smaller"});
  std::string too_many = "[";
  for (std::size_t i = 0; i < JsonDocument::most_values; ++i) too_many += "1,";
  too_many += "1]";
  expect_refusal({too_many, "1:10000000", "more than 5000000 values", "smaller"});
}

TEST(JsonDocument, ManyMembersTakeLinearTimeAndAreStillCompared) {
  std::string text = "{";
  for (int i = 0; i < 200000; ++i) text += "\"k" + std::to_string(i) + "\":1,";
  EXPECT_EQ(parsed(text + "\"k\":1}").root().size(), 200001u);
  EXPECT_THROW(parsed(text + "\"k77\":1}"), ParseError);
  EXPECT_THROW(parsed(text + "\"k199999\":1}"), ParseError);
}

TEST(JsonDocument, EveryTruncationOfATextIsRefused) {
  const std::string whole = R"({"a": [1.5e3, "x\u00e9", true, null], /* c */ "b": {"d": {}}})";
  parsed(whole);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    EXPECT_THROW(parsed(whole.substr(0, length)), ParseError) << whole.substr(0, length);
  }
}

TEST(SourceText, FilesThatCannotBeReadSayWhy) {
  try {
    SourceText::from_file("no_such_file.json");
    ADD_FAILURE();
  } catch (const FileError& error) {
    EXPECT_EQ(error.where(), "no_such_file.json");
    EXPECT_THAT(error.fact(), HasSubstr("no such file"));
  }
  EXPECT_THROW(SourceText::from_file("/"), FileError) << "a folder";
}

}  // namespace
}  // namespace kreisel
