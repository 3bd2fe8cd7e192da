// The models we ship: each can be read, says what it is, and refers to what it has.
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kreisel/io/model_reader.hpp"
#include "kreisel/io/model_writer.hpp"
#include "tests/support/random_model.hpp"

namespace kreisel {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> shipped_models() {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(fs::path(KREISEL_SOURCE_FOLDER) / "models")) {
    const bool is_schema = entry.path().string().ends_with(".schema.json");
    if (entry.path().extension() == ".json" && !is_schema) paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

class ShippedModel : public testing::TestWithParam<fs::path> {};

TEST_P(ShippedModel, IsReadWithoutARemark) {
  const ModelFile file = read_model_file(GetParam());
  EXPECT_THAT(file.notes, testing::IsEmpty());
  EXPECT_EQ(file.model.name, GetParam().stem().string());
  EXPECT_GT(file.model.description.size(), 50u);
  EXPECT_EQ(file.document.root().find("$schema")->string(), "kreisel-model.schema.json");
  EXPECT_FALSE(file.model.bodies.empty());
}

TEST_P(ShippedModel, SurvivesBeingWritten) {
  const Model model = read_model_file(GetParam()).model;
  EXPECT_TRUE(same_bits(read_model_text("written.json", write_model(model)).model, model));
}

TEST_P(ShippedModel, ReferencesNameQuantitiesOfItsBodies) {
  constexpr std::array<std::string_view, 12> quantities = {"x",  "y",  "z",  "qw", "qx", "qy",
                                                           "vx", "vy", "vz", "wx", "wy", "wz"};
  const Model model = read_model_file(GetParam()).model;
  for (const Reference& reference : model.references) {
    const std::size_t point = reference.observable.find('.');
    ASSERT_NE(point, std::string::npos) << reference.observable;
    const std::string body = reference.observable.substr(0, point);
    const auto has_name = [&](const Body& candidate) { return candidate.name == body; };
    EXPECT_TRUE(std::any_of(model.bodies.begin(), model.bodies.end(), has_name)) << reference.observable;
    EXPECT_THAT(quantities, testing::Contains(reference.observable.substr(point + 1)));
    EXPECT_LE(reference.t, model.duration);
    EXPECT_GT(reference.uncertainty, 0.0);
  }
}

INSTANTIATE_TEST_SUITE_P(Models, ShippedModel, testing::ValuesIn(shipped_models()),
                         [](const auto& model) { return model.param.stem().string(); });

TEST(ShippedModels, TheFirstExampleOfTheDocumentationIsOne) {
  std::ifstream file(fs::path(KREISEL_SOURCE_FOLDER) / "docs" / "model-files.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  const std::string fence = "```";
  const std::size_t begin = page.find(fence + "json\n") + fence.size() + 5;
  const Model model =
      read_model_text("docs/model-files.md", page.substr(begin, page.find(fence, begin) - begin)).model;
  EXPECT_EQ(model.name, "spring_pendulum");
  EXPECT_EQ(model.forces.size(), 1u);
}

TEST(ShippedModels, AreThere) {
  EXPECT_GE(shipped_models().size(), 17u);
}

}  // namespace
}  // namespace kreisel
