// Threads share the work on large models, and the numbers are the same to the last bit.
#include "kreisel/model/workers.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <thread>

#include "kreisel/model/assemble.hpp"
#include "kreisel/model/multibody_system.hpp"
#include "kreisel/model/own_elements.hpp"
#include "tests/support/sample_elements.hpp"

namespace kreisel {
namespace {

TEST(Workers, DoEveryIndexOnce) {
  Workers workers(4);
  for (const Index count : {0, 1, 3, 4, 1000}) {
    std::vector<int> done(static_cast<std::size_t>(count), 0);
    for (int round = 0; round < 20; ++round) {
      workers.run(count, [&](Index begin, Index end) {
        for (Index i = begin; i < end; ++i) ++done[static_cast<std::size_t>(i)];
      });
    }
    for (const int times : done) ASSERT_EQ(times, 20);
  }
}

/// Bodies in a row, joined by balls, hinges, springs and dampers in turn.
Model long_model(const std::string& group) {
  Model model = testing_support::sample_model(group);
  model.bodies.clear();
  for (int i = 0; i < 600; ++i) {
    Body body = testing_support::sample_body("b" + std::to_string(i), 1.0 + 0.001 * i);
    model.bodies.push_back(body);
    const std::string before =
        i == 0 ? std::string(ground) : model.bodies[static_cast<std::size_t>(i - 1)].name;
    const std::string name = "e" + std::to_string(i);
    if (i % 4 < 2) {
      model.joints.emplace_back(testing_support::between<SphericalJoint>(name, before, body.name));
    } else if (i % 4 == 2) {
      model.joints.emplace_back(testing_support::between<RevoluteJoint>(name, before, body.name));
    } else {
      auto spring = testing_support::between<SpringDamper>(name, before, body.name);
      spring.stiffness = 20.0;
      spring.damping = 3.0;
      spring.form = Form::force;
      model.forces.emplace_back(spring);
    }
  }
  return model;
}

/// All numbers a step asks for, one after the other.
std::vector<double> everything(const AssembledModel& model) {
  const BlockSystem& s = model.system;
  const Index n = model.v0.size(), m = row_count(s);
  const Vector acceleration = Vector::LinSpaced(n, -1.0, 2.0), lambda = Vector::LinSpaced(m, 3.0, -1.0);
  const Vector w = 0.01 * model.v0;
  Vector r(n), change(m), rate(m), q_new(model.q0.size());
  BlockSystem::AllTangents tangents;
  tangents.resize(s.pattern());
  s.balance(0.1, model.q0, model.v0, acceleration, lambda, r);
  s.tangents(0.1, model.q0, model.v0, acceleration, lambda, tangents);
  s.advance_with_gap(0.1, model.q0, 0.01, w, q_new, change);
  s.rate(0.1, model.q0, model.v0, rate);
  std::vector<double> all;
  for (const Vector* part :
       {&r, &change, &rate, &q_new, &tangents.mass.values(), &tangents.damping.values(),
        &tangents.stiffness.values(), &tangents.jacobian.values(), &tangents.rate_stiffness.values()})
    all.insert(all.end(), part->begin(), part->end());
  return all;
}

bool are_same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

TEST(Workers, GiveTheSameBitsForAnyNumberOfThreads) {
  for (const char* group : {"r3xso3", "s3_semi_r3"}) {
    const Model model = long_model(group);
    const std::vector<double> one = everything(assemble(model, {}, {.threads = 1}));
    for (const int threads : {2, 3, 7})
      EXPECT_TRUE(
          are_same_bits(everything(assemble(model, {}, {.threads = threads, .smallest_shared = 1})), one))
          << threads;
  }
}

/// One system used from two threads at once.
TEST(Workers, SystemsAreSharedBetweenCallers) {
  const AssembledModel model = assemble(long_model("r3xso3"), {}, {.threads = 3, .smallest_shared = 1});
  const std::vector<double> expected = everything(model);
  bool first = true, second = true;
  std::thread other([&] {
    for (int i = 0; i < 20; ++i) second = second && are_same_bits(everything(model), expected);
  });
  for (int i = 0; i < 20; ++i) first = first && are_same_bits(everything(model), expected);
  other.join();
  EXPECT_TRUE(first && second);
}

}  // namespace
}  // namespace kreisel
