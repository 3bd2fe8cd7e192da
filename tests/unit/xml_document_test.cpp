// XML with places, and bad files by the thousand: hand-made, and every mutation of good ones.
#include "kreisel/exchange/xml_document.hpp"

#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "kreisel/core/random.hpp"
#include "tests/fuzz/foreign_reader_property.hpp"

namespace kreisel {
namespace {

struct Bad {
  const char* text;
  const char* message;  // with the place before it
};

class BadXml : public ::testing::TestWithParam<Bad> {};

TEST_P(BadXml, IsRefusedAtItsPlace) {
  try {
    read_xml(SourceText("f", GetParam().text));
    FAIL() << GetParam().text;
  } catch (const ParseError& error) {
    EXPECT_EQ(error.where() + " " + error.fact(), GetParam().message);
    EXPECT_FALSE(error.hint().empty());
  }
}

INSTANTIATE_TEST_SUITE_P(
    ByHand, BadXml,
    ::testing::Values(Bad{"<a>", "f:1:1 <a> is never closed"},
                      Bad{"<a>\n <b></a>", "f:2:5 </a> where <b> of line 2 is open"},
                      Bad{"<a x=1/>", "f:1:6 the value of x has no quotes"},
                      Bad{"<a x/>", "f:1:5 the attribute x has no value"},
                      Bad{"<a x=\"1/>", "f:1:6 the value of x has no end"},
                      Bad{"<a x=\"1>\n<b/>\"", "f:2:1 < in the value of x: its quotes are not closed"},
                      Bad{"<a x=\"1\" x=\"2\"/>", "f:1:10 a second attribute x of <a>"},
                      Bad{"<a x=\"1\"y=\"2\"/>", "f:1:9 a blank is missing between attributes"},
                      Bad{"<a/><b/>", "f:1:5 a second element <b> beside the first"},
                      Bad{"text", "f:1:1 text outside of the element that is the document"},
                      Bad{"</a>", "f:1:1 </a> closes nothing"},
                      Bad{"<a>&lt</a>", "f:1:4 & begins an entity that has no end"},
                      Bad{"<a>&me;</a>", "f:1:4 &me; is no entity of XML"},
                      Bad{"<a>&#0;</a>", "f:1:4 &#0; is no entity of XML"},
                      Bad{"<!DOCTYPE a><a/>", "f:1:1 a document type is not read"},
                      Bad{"<a><!-- </a>", "f:1:4 a comment has no end"},
                      Bad{"<?xml ", "f:1:1 a declaration has no end"},
                      Bad{"<a", "f:1:1 the tag <a has no end"}, Bad{"<a></a", "f:1:7 the tag </a has no end"},
                      Bad{"< a/>", "f:1:2 the name of an element is missing"},
                      Bad{"<![CDATA[x]]><a/>", "f:1:1 character data outside of every element"},
                      Bad{"<!-- nothing -->", "f:1:1 there is no element"}));

TEST(Xml, DecodesTextAndCountsElementsOfAName) {
  const XmlElement root = read_xml(SourceText(
      "f", "<?xml version=\"1.0\"?><r a='&#x41;&lt;\"&amp;'>x<!-- c --><b/><c/><b/><![CDATA[<]]></r>"));
  EXPECT_EQ(root.find("a")->value, "A<\"&");
  EXPECT_EQ(root.text, "x<");
  EXPECT_EQ(root.children[2].path, "/r/b[2]");
}

TEST(Xml, DeepAndWideFilesAreRefused) {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "<a>";
  EXPECT_THROW(read_xml(SourceText("f", deep)), ParseError);
}

const std::string source_folder = KREISEL_SOURCE_FOLDER;

std::string file(const std::string& name) {
  std::ifstream in(source_folder + "/models/robots/" + name);
  std::ostringstream out;
  out << in.rdbuf();
  return std::move(out).str();
}

class Mutations : public ::testing::TestWithParam<const char*> {};

/// Values replaced by bad ones, pieces cut out or doubled, bytes changed: no crash, every refusal with its place.
TEST_P(Mutations, AreReadOrRefusedAtTheirPlace) {
  const std::string good = file(GetParam());
  ASSERT_TRUE(require_foreign_property(good));
  constexpr std::array<const char*, 12> values = {"",      "nan",  "1e999", "-1",    "0",      "0 0 0",
                                                  "x y z", "true", "1 2",   "world", "1e-300", "&"};
  Random random(24);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random.bits() % n); };
  int refused = 0, tried = 0;
  for (; tried < 500; ++tried) {
    std::string bad = good;
    const std::size_t quote = bad.find('"', below(bad.size() - 200)), end = bad.find('"', quote + 1);
    switch (tried % 5) {
      case 0:
      case 1:
        bad.replace(quote + 1, end - quote - 1, values[below(values.size())]);
        break;
      case 2:
        bad.erase(below(bad.size() - 50), 1 + below(40));
        break;
      case 3:
        bad.insert(below(bad.size()), bad.substr(below(bad.size() - 200), below(200)));
        break;
      default:
        bad[below(bad.size())] = static_cast<char>(random.bits() & 0x7F);
        break;
    }
    if (!require_foreign_property(bad)) ++refused;
  }
  EXPECT_GT(refused, tried / 3);
}

INSTANTIATE_TEST_SUITE_P(Robots, Mutations,
                         ::testing::Values("gripper_arm.xml", "quadruped.urdf", "five_bar.urdf", "delta.xml"),
                         [](const auto& test) {
                           const std::string name = test.param;
                           return name.substr(0, name.find('.'));
                         });

}  // namespace
}  // namespace kreisel
