// Targets by name: built-in problems, and model files, ours and foreign ones, each read and parsed once.
#include "kreisel/problems/target.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "kreisel/exchange/formats.hpp"
#include "kreisel/groups/named_group.hpp"
#include "kreisel/io/mesh_file.hpp"
#include "kreisel/io/model_reader.hpp"
#include "kreisel/io/model_writer.hpp"
#include "kreisel/model/own_elements.hpp"
#include "kreisel/model/scene.hpp"
#include "kreisel/problems/all.hpp"
#include "kreisel/problems/model_problem.hpp"

namespace kreisel {
namespace {

TargetInstance make_problem(const ProblemEntry& entry, const Settings& settings) {
  Parameters parameters(entry.parameters);
  for (const auto& [key, value] : settings) parameters.set(key, value);
  return {entry.make(parameters), parameters.texts()};
}

/// The group as a choice, that of the file first because it is the default.
Parameter group_parameter(const std::string& own) {
  Parameter group{.name = "group", .description = "on which every body is computed", .choices = {own}};
  for (const std::string& other : body_group_names())
    if (other != own) group.choices.push_back(other);
  return group;
}

std::vector<Parameter> parameters_of(const ModelFile& file) {
  std::vector<Parameter> all;
  for (const std::string& name : parameter_names(file.document)) {
    const auto value = file.model.parameters.find(name);
    all.push_back({.name = name,
                   .value = value == file.model.parameters.end() ? 0.0 : value->second,
                   .unit = "SI",
                   .description = "parameter of the model"});
  }
  all.push_back(group_parameter(file.model.group));
  return all;
}

ProblemInstance located_problem(const ModelFile& file, const Model& model) {
  try {
    return model_problem(model);
  } catch (const ModelError& error) {
    throw file.located(error);
  }
}

/// The scene with the triangles of its meshes.
std::shared_ptr<const Scene> with_meshes(const Scene& given, const ModelFile& file) {
  Scene scene = given;
  const std::filesystem::path folder = std::filesystem::path(file.document.source().name()).parent_path();
  for (Scene::Body& body : scene.bodies) {
    const auto* mesh = std::get_if<MeshShape>(&body.shape);
    if (mesh == nullptr) continue;
    body.corners = read_mesh(folder / mesh->file);
    auto corners =
        Eigen::Map<Eigen::Matrix<double, 3, Dynamic>>(body.corners.data(), 3, std::ssize(body.corners) / 3);
    corners *= mesh->scale;
    body.extent = (corners.rowwise().maxCoeff() - corners.rowwise().minCoeff()).maxCoeff();
  }
  return std::make_shared<const Scene>(std::move(scene));
}

TargetInstance make_model(const ModelFile& file, const Settings& settings) {
  ParameterTexts replaced;
  for (const auto& [key, value] : settings)
    if (key != "group") replaced[key] = value;
  Model model = replaced.empty() ? file.model : read_again(file, replaced);
  Parameters group({group_parameter(model.group)});
  for (const auto& [key, value] : settings)
    if (key == "group") group.set("group", value);
  model.group = group.choice("group");
  TargetInstance instance{located_problem(file, model), {{"group", model.group}}, model};
  instance.problem.scene = with_meshes(*instance.problem.scene, file);
  for (const auto& [name, value] : model.parameters) instance.parameters[name] = fmt::format("{}", value);
  return instance;
}

Target model_target(ModelFile read) {
  const auto file = std::make_shared<const ModelFile>(std::move(read));
  return {.name = file->model.name,
          .description = file->model.description,
          .citation = {},
          .parameters = parameters_of(*file),
          .make = [file](const Settings& settings) { return make_model(*file, settings); },
          .is_model = true,
          .model_text = std::string(file->document.source().text()),
          .notes = file->notes};
}

/// A model of another format. Its keyframe is a setting like its group.
struct ForeignFile {
  SourceText source;
  ImportedModel imported;

  Parameter keyframe_parameter() const {
    Parameter keyframe{.name = "keyframe", .description = "where the motion starts", .choices = {"none"}};
    for (const std::string& name : imported.keyframes) keyframe.choices.push_back(name);
    return keyframe;
  }
  std::vector<Parameter> parameters() const {
    std::vector<Parameter> all;
    for (const auto& [name, value] : imported.model.parameters)
      all.push_back({.name = name, .value = value, .unit = "SI", .description = "control of an actuator"});
    if (!imported.keyframes.empty()) all.push_back(keyframe_parameter());
    all.push_back(group_parameter(imported.model.group));
    return all;
  }
};

TargetInstance make_foreign(const ForeignFile& file, const Settings& settings) {
  Parameters chosen(file.parameters());
  for (const auto& [key, value] : settings) chosen.set(key, value);
  std::string keyframe = file.imported.keyframes.empty() ? "none" : chosen.choice("keyframe");
  if (keyframe == "none") keyframe.clear();
  ImportedModel imported = keyframe.empty() ? file.imported : read_foreign(file.source, {keyframe});
  for (const auto& [key, value] : settings)
    if (const auto found = imported.model.parameters.find(key); found != imported.model.parameters.end())
      found->second = chosen.number(key);
  imported.model.group = chosen.choice("group");
  try {
    TargetInstance instance{model_problem(imported.model), {{"group", imported.model.group}}, imported.model};
    if (!keyframe.empty()) instance.parameters["keyframe"] = keyframe;
    for (const auto& [name, value] : imported.model.parameters)
      instance.parameters[name] = fmt::format("{}", value);
    return instance;
  } catch (const ModelError& error) {
    throw imported.located(error);
  }
}

Target foreign_target(SourceText source) {
  ImportedModel imported = read_foreign(source);
  const auto file = std::make_shared<const ForeignFile>(ForeignFile{std::move(source), std::move(imported)});
  return {.name = file->imported.model.name,
          .description = file->imported.model.description,
          .citation = {},
          .parameters = file->parameters(),
          .make = [file](const Settings& settings) { return make_foreign(*file, settings); },
          .is_model = true,
          .model_text = write_model(file->imported.model),
          .notes = file->imported.notes};
}

/// Ours begins with {, foreign ones with <.
Target target_of_source(SourceText source) {
  const std::size_t first = source.text().find_first_not_of(" \t\r\n");
  if (source.text()[first] == '<') return foreign_target(std::move(source));
  return model_target(read_model_text(source.name(), std::string(source.text())));
}

}  // namespace

bool is_model_file(const std::string& text) {
  std::error_code is_none;  // what cannot be looked at is no file
  return text.ends_with(".json") || format_of_ending(text) != nullptr ||
         std::filesystem::is_regular_file(text, is_none);
}

bool Target::knows(const std::string& key) const {
  return std::any_of(parameters.begin(), parameters.end(), [&](const Parameter& p) { return p.name == key; });
}

Target find_target(const std::string& text) {
  if (is_model_file(text)) return target_of_source(SourceText::from_file(text));
  const ProblemEntry& entry = find_problem(text);
  return {.name = entry.name,
          .description = entry.description,
          .citation = entry.citation,
          .parameters = entry.parameters,
          .make = [&entry](const Settings& settings) { return make_problem(entry, settings); }};
}

Target target_of_text(const std::string& name, const std::string& text) {
  return target_of_source(SourceText(name, text));
}

Target target_of(const Model& model) {
  return target_of(model, OwnElements{});
}

Target target_of(const Model& model, const OwnElements& own) {
  return {.name = model.name,
          .description = model.description,
          .citation = {},
          .parameters = {group_parameter(model.group)},
          .make =
              [model, own](const Settings& settings) {
                Parameters group({group_parameter(model.group)});
                for (const auto& [key, value] : settings) group.set(key, value);
                Model chosen = model;
                chosen.group = group.choice("group");
                return TargetInstance{model_problem(chosen, own), group.texts(), chosen};
              },
          .is_model = true};
}

DividedSettings divide(const Settings& settings, const Target& target) {
  DividedSettings divided;
  for (const auto& setting : settings)
    (target.knows(setting.first) ? divided.target : divided.others).push_back(setting);
  return divided;
}

}  // namespace kreisel
