// The schema and the reference are made from the field lists: the files we ship are what the lists say now.
// KREISEL_UPDATE=1 in the environment writes them instead of comparing.
#include "kreisel/io/model_schema.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kreisel/io/json_document.hpp"

namespace kreisel {
namespace {

using ::testing::HasSubstr;

void expect_file(const std::string& name, const std::string& text) {
  const std::filesystem::path path = std::filesystem::path(KREISEL_SOURCE_FOLDER) / name;
  if (std::getenv("KREISEL_UPDATE") != nullptr) std::ofstream(path) << text;
  std::ifstream file(path);
  const std::string shipped{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(shipped, text) << "run this test with KREISEL_UPDATE=1 and commit " << name;
}

TEST(ModelSchema, TheShippedSchemaIsUpToDate) {
  expect_file("models/kreisel-model.schema.json", model_schema());
}

TEST(ModelSchema, TheShippedReferenceIsUpToDate) {
  expect_file("docs/model-reference.md", model_reference());
}

/// Every "$ref" must lead to a definition.
void expect_references_lead_somewhere(const JsonDocument& document, const JsonValue& value) {
  if (const auto reference = value.find("$ref")) {
    const std::string pointer = std::string(reference->string().substr(1));
    EXPECT_EQ(document.nearest(pointer).pointer(), pointer);
  }
  for (auto inner = value.first(); inner; inner = inner->next())
    expect_references_lead_somewhere(document, *inner);
}

TEST(ModelSchema, IsJsonWhoseReferencesLeadSomewhere) {
  const JsonDocument document(SourceText("schema", model_schema()));
  expect_references_lead_somewhere(document, document.root());
  EXPECT_EQ(document.root().find("$schema")->string(), "https://json-schema.org/draft/2020-12/schema");
}

TEST(ModelSchema, KnowsFieldsUnitsAndChoices) {
  const JsonDocument document(SourceText("schema", model_schema()));
  EXPECT_EQ(document.nearest("/$defs/revolute/properties/type/const").string(), "revolute");
  EXPECT_THAT(std::string(document.nearest("/$defs/body/properties/mass/description").string()),
              HasSubstr("[kg]"));
  EXPECT_EQ(document.nearest("/$defs/spring_damper/properties/form/enum/1").string(), "row");
  EXPECT_FALSE(document.nearest("/$defs/body/additionalProperties").boolean());
  EXPECT_EQ(document.nearest("/required").size(), 3u) << "name, duration, bodies";
}

}  // namespace
}  // namespace kreisel
