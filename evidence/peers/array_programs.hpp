// The methods of [Wieloch 2022] as programs in arrays, with the residuals and iteration matrices that the source prints
// (sections 3.3.3, 3.3.4; generalized-α alike) and full Newton steps (3.60). What does not depend on the unknowns is
// evaluated once per step. Their additions and multiplications are counted, the yardstick of section 6.2.2; the library's own
// methods cannot be counted so: they eliminate, reuse and vectorise.
//
// The source prints neither the first guess nor the test that ends the iteration. Here both are those of the programs
// gena and BLieDF that the same working group has published, [Hante]: increments and multipliers of the last step
// (generalized-α: a_{n+1} = a_n), and a weighted root mean square of the increment with atol = 1e-10, rtol = 1e-8.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "evidence/peers/array_top.hpp"
#include "kreisel/methods/multistep/parameters.hpp"

namespace kreisel::experiments {

struct ArrayNewton {
  double atol = 1e-10, rtol = 1e-8;
  int most_iterations = 20;
};

/// Letters as in the figures: M Munthe-Kaas BDF, B BLieDF, C Crouch-Grossman, K commutator-free, G generalized-α.
struct ProgramChoice {
  char family = 'B';
  int order = 2;
  CorrectionTerm correction = CorrectionTerm::published;  // of B
  std::optional<CorrectionSet> own_correction = {};       // instead
  double rho_inf = 0.9;                                   // of G
  ArrayNewton newton = {};
};

/// A position in the history of a program.
struct ArrayPoint {
  Pose q = {};
  Array v = {}, acceleration = {}, lambda = {};
};

/// A method in the middle of its run.
class ArrayProgram {
 public:
  virtual ~ArrayProgram() = default;
  virtual bool step() = 0;
  virtual ArrayPoint point() const = 0;
  long iterations() const { return iterations_; }

 protected:
  long iterations_ = 0;
};

/// From exact points, the newest last; `increments` lead from one to the next.
struct ArrayStart {
  double h = 0.0;
  std::vector<ArrayPoint> points = {};
  std::vector<Array> increments = {};
  Array jerk = {};
};
std::unique_ptr<ArrayProgram> bliedf_program(const ArrayTop& top, const ProgramChoice& choice,
                                             const ArrayStart& start);
std::unique_ptr<ArrayProgram> mk_bdf_program(const ArrayTop& top, const ProgramChoice& choice,
                                             const ArrayStart& start);
std::unique_ptr<ArrayProgram> adams_program(const ArrayTop& top, const ProgramChoice& choice,
                                            const ArrayStart& start);
std::unique_ptr<ArrayProgram> alpha_program(const ArrayTop& top, const ProgramChoice& choice,
                                            const ArrayStart& start);

}  // namespace kreisel::experiments
