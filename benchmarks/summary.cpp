// Reads the results that google-benchmark wrote and prints the two tables people ask for, with ratios.
//
//   summary DIRECTORY       with heavy_top_steps.json and work_precision.json in it
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace {

using Json = nlohmann::json;

constexpr const char* peer_of_steps = "cvode_adams_reduced";
constexpr const char* targets[] = {"1e-04", "1e-06", "1e-08"};
constexpr const char* peers_of_targets[] = {"ida_index1", "cvode_adams_reduced"};

/// The best run of every benchmark, in the order of the file.
struct Results {
  std::vector<std::string> order;
  std::map<std::string, Json> best;

  const Json* find(const std::string& name) const {
    const auto at = best.find(name);
    return at == best.end() ? nullptr : &at->second;
  }
};

Results read(const std::filesystem::path& path) {
  Results results;
  std::ifstream file(path);
  if (!file) return results;
  const Json all = Json::parse(file, nullptr, false);
  if (all.is_discarded()) return results;
  for (const Json& run : all.value("benchmarks", Json::array())) {
    const bool is_best = run.value("aggregate_name", "") == "min";
    if (!is_best && run.value("run_type", "") != "iteration") continue;
    const std::string name = run.value("run_name", "");
    if (!results.best.contains(name)) results.order.push_back(name);
    Json& best = results.best[name];
    if (best.is_null() || run.at("cpu_time") < best.at("cpu_time")) best = run;
  }
  return results;
}

void print_steps(const Results& results) {
  if (results.order.empty()) return;
  const Json* peer = results.find(peer_of_steps);
  std::printf("\nHeavy top, h = 1 ms: processor time per step, best of the repetitions\n");
  std::printf("  %-28s %9s %12s %11s %11s\n", "", "ns/step", "/ CVODE", "iterations", "matrices");
  for (const std::string& name : results.order) {
    const Json& run = results.best.at(name);
    const double time = run.value("time_per_step", 0.0);
    std::printf("  %-28s %9.0f", name.c_str(), 1e9 * time);
    if (peer != nullptr) std::printf(" %12.2f", time / peer->value("time_per_step", 0.0));
    if (run.contains("iterations_per_step")) {
      if (peer == nullptr) std::printf(" %12s", "");
      std::printf(" %11.2f %11.2f", run.value("iterations_per_step", 0.0),
                  run.value("factorizations_per_step", 0.0));
    }
    std::printf("\n");
  }
  if (peer != nullptr)
    std::printf("  (CVODE: Adams on the quaternion form reduced by hand, rtol = atol = 1e-8)\n");
}

/// Names before the slash, each once.
std::vector<std::string> heads(const Results& results) {
  std::vector<std::string> all;
  for (const std::string& name : results.order) {
    const std::string head = name.substr(0, name.rfind('/'));
    if (all.empty() || all.back() != head) all.push_back(head);
  }
  return all;
}

void print_target(const Results& results, const std::string& who, const std::string& target) {
  std::printf("  %-28s %8s", who.c_str(), target.c_str());
  const Json* run = results.find(who + "/" + target);
  if (run == nullptr) {
    std::printf(" %9s\n", "not met");
    return;
  }
  const double time = run->at("cpu_time");
  std::printf(" %9.3f %9.0f", time, run->value("steps", 0.0));
  for (const char* peer : peers_of_targets) {
    const Json* other = results.find(std::string(peer) + "/" + target);
    if (other != nullptr) std::printf(" %21.2f", time / other->at("cpu_time").get<double>());
  }
  std::printf("\n");
}

void print_targets(const Results& results) {
  if (results.order.empty()) return;
  std::printf("\nHeavy top, 1 s: processor time [ms] to reach a position error, best of the repetitions\n");
  std::printf("  %-28s %8s %9s %9s", "", "error", "ms", "steps");
  for (const char* peer : peers_of_targets) std::printf(" %21s", (std::string("/ ") + peer).c_str());
  std::printf("\n");
  for (const std::string& who : heads(results)) {
    for (const char* target : targets) print_target(results, who, target);
  }
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::fprintf(stderr, "usage: summary DIRECTORY\n");
    return 2;
  }
  const std::filesystem::path directory = arguments[1];
  print_steps(read(directory / "heavy_top_steps.json"));
  print_targets(read(directory / "work_precision.json"));
  return 0;
}
