// One search for an equilibrium, from one start: equilibrium.hpp has the equations.
#pragma once

#include <vector>

#include "kreisel/analysis/equilibrium.hpp"
#include "kreisel/analysis/resting_forces.hpp"

namespace kreisel {

class EquilibriumSearch {
 public:
  EquilibriumSearch(const AnySystem& system, const EquilibriumOptions& options);

  Equilibrium from(const Vector& q0);

 private:
  /// A configuration on the rigid rows.
  struct Point {
    State state;
    Matrix basis;          // Q, n × d in the frame of the bodies: BQ = 0, QᵀMQ = I
    Vector total;          // r less the load that is still taken away
    Vector force;          // Qᵀ total
    Matrix stiffness;      // QᵀKQ
    double applied = 0.0;  // what the rows and the rest have to balance, in the metric of the mass
    double gap = 0.0;
  };

  bool close_gaps(Vector& q, double& gap) const;
  bool look(const Vector& q, Point& point) const;
  void find_multipliers(const Matrix& unit_rows, const Vector& lengths, const Vector& left,
                        State& state) const;

  EquilibriumStatus iterate(Point& point, int& iterations, int most);
  EquilibriumStatus pseudo_time(Point& point, int& iterations);
  EquilibriumStatus blame(const Point& point) const;
  bool is_balanced(const Point& point) const;
  Vector downhill(const Point& point) const;
  Vector shortened(const Vector& w, const Vector& q) const;
  bool advance(const Point& from, const Vector& w, Point& to) const;

  const AnySystem& system_;
  EquilibriumOptions options_;
  RestingForces forces_;
  std::vector<Index> rigid_, closing_;  // all rigid rows; those of them on positions
  Vector load_;                         // in the frame of the bodies
  double scale_ = 0.0;                  // the largest `applied` seen
};

}  // namespace kreisel
