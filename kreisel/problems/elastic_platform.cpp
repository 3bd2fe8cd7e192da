// Finite elements of the platform, assembled and reduced to the lowest modes.
#include "kreisel/problems/elastic_platform.hpp"

#include <Eigen/SparseCholesky>
#include <array>
#include <cmath>
#include <vector>

#include "kreisel/core/contracts.hpp"
#include "kreisel/core/random.hpp"
#include "kreisel/linear/decompositions.hpp"

namespace kreisel {
namespace elastic_platform_problem {

using Sparse = Eigen::SparseMatrix<double>;
using ElementMatrix = MatrixOf<double, 16, 16>;

/// Nodes of the reference square, corners first.
constexpr std::array<std::array<int, 2>, 8> corners_and_sides{
    {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {0, -1}, {1, 0}, {0, 1}, {-1, 0}}};

/// Serendipity shape functions and their derivatives at (x, y) in [-1, 1]² [Zienkiewicz, Taylor 2000] section 8.6.
struct Shapes {
  VectorOf<double, 8> value, by_x, by_y;

  Shapes(double x, double y) {
    for (std::size_t k = 0; k < 8; ++k) {
      const double a = corners_and_sides[k][0], b = corners_and_sides[k][1];
      const auto i = static_cast<Index>(k);
      if (a != 0.0 && b != 0.0) {
        value(i) = 0.25 * (1.0 + a * x) * (1.0 + b * y) * (a * x + b * y - 1.0);
        by_x(i) = 0.25 * a * (1.0 + b * y) * (2.0 * a * x + b * y);
        by_y(i) = 0.25 * b * (1.0 + a * x) * (a * x + 2.0 * b * y);
      } else if (a == 0.0) {
        value(i) = 0.5 * (1.0 - x * x) * (1.0 + b * y);
        by_x(i) = -x * (1.0 + b * y);
        by_y(i) = 0.5 * b * (1.0 - x * x);
      } else {
        value(i) = 0.5 * (1.0 + a * x) * (1.0 - y * y);
        by_x(i) = 0.5 * a * (1.0 - y * y);
        by_y(i) = -y * (1.0 + a * x);
      }
    }
  }
};

struct Element {
  ElementMatrix stiffness = ElementMatrix::Zero(), mass = ElementMatrix::Zero();
};

/// All elements are the same rectangle; three Gauss points per direction are exact for it.
Element element_of(const ElasticPlatform& p) {
  const double width = p.length / p.columns, height = p.height / p.layers;
  const double modulus = p.young / (1.0 - p.poisson * p.poisson);
  Matrix3 law;
  law << 1.0, p.poisson, 0.0, p.poisson, 1.0, 0.0, 0.0, 0.0, 0.5 * (1.0 - p.poisson);
  const double outer = std::sqrt(0.6);
  Element element;
  for (const auto& [x, weight_x] : {std::pair{-outer, 5.0 / 9.0}, {0.0, 8.0 / 9.0}, {outer, 5.0 / 9.0}}) {
    for (const auto& [y, weight_y] : {std::pair{-outer, 5.0 / 9.0}, {0.0, 8.0 / 9.0}, {outer, 5.0 / 9.0}}) {
      const Shapes shapes(x, y);
      MatrixOf<double, 3, 16> strain = MatrixOf<double, 3, 16>::Zero();
      MatrixOf<double, 2, 16> motion = MatrixOf<double, 2, 16>::Zero();
      for (Index k = 0; k < 8; ++k) {
        const double by_x = shapes.by_x(k) * 2.0 / width, by_y = shapes.by_y(k) * 2.0 / height;
        strain(0, 2 * k) = strain(2, 2 * k + 1) = by_x;
        strain(1, 2 * k + 1) = strain(2, 2 * k) = by_y;
        motion(0, 2 * k) = motion(1, 2 * k + 1) = shapes.value(k);
      }
      const double volume = weight_x * weight_y * 0.25 * width * height * p.thickness;
      element.stiffness += volume * modulus * strain.transpose() * law * strain;
      element.mass += volume * p.density * motion.transpose() * motion;
    }
  }
  return element;
}

/// Nodes on the grid of half elements; the centres of the elements carry none.
class Mesh {
 public:
  explicit Mesh(const ElasticPlatform& platform)
      : platform_(platform), width_(2 * platform.columns + 1), height_(2 * platform.layers + 1) {
    numbers_.assign(static_cast<std::size_t>(width_ * height_), -1);
    for (int i = 0; i < width_; ++i) {
      for (int j = 0; j < height_; ++j) {
        if (i % 2 == 0 || j % 2 == 0) numbers_[place(i, j)] = count_++;
      }
    }
  }
  Index count() const { return count_; }
  Index node(int i, int j) const { return numbers_[place(i, j)]; }
  /// The corner node nearest to x: at half height, or on the upper edge.
  Index middle(double x) const { return node(column(x), platform_.layers); }
  Index top(double x) const { return node(column(x), height_ - 1); }

 private:
  std::size_t place(int i, int j) const { return static_cast<std::size_t>(i * height_ + j); }
  int column(double x) const {
    return 2 * static_cast<int>(std::lround(x / platform_.length * platform_.columns));
  }
  const ElasticPlatform& platform_;
  int width_, height_;
  Index count_ = 0;
  std::vector<Index> numbers_;
};

struct Assembled {
  Sparse stiffness, mass;
};

/// Both matrices over all 2·nodes displacements, x before y, the load included.
Assembled assemble(const ElasticPlatform& p, const Mesh& mesh) {
  const Element element = element_of(p);
  std::vector<Eigen::Triplet<double>> stiffness, mass;
  for (int column = 0; column < p.columns; ++column) {
    for (int layer = 0; layer < p.layers; ++layer) {
      std::array<Index, 16> at;
      for (std::size_t k = 0; k < 8; ++k) {
        const auto [a, b] = corners_and_sides[k];
        at[2 * k] = 2 * mesh.node(2 * column + 1 + a, 2 * layer + 1 + b);
        at[2 * k + 1] = at[2 * k] + 1;
      }
      for (std::size_t i = 0; i < 16; ++i) {
        for (std::size_t j = 0; j < 16; ++j) {
          const auto r = static_cast<Index>(i), c = static_cast<Index>(j);
          stiffness.emplace_back(at[i], at[j], element.stiffness(r, c));
          mass.emplace_back(at[i], at[j], element.mass(r, c));
        }
      }
    }
  }
  for (const Index node : {mesh.top(p.load_front), mesh.top(p.load_rear)}) {
    for (const Index i : {2 * node, 2 * node + 1}) mass.emplace_back(i, i, 0.5 * p.load_mass);
  }
  const Index size = 2 * mesh.count();
  Assembled all{Sparse(size, size), Sparse(size, size)};
  all.stiffness.setFromTriplets(stiffness.begin(), stiffness.end());
  all.mass.setFromTriplets(mass.begin(), mass.end());
  return all;
}

/// Selects the free displacements.
Sparse selection(Index size, const std::array<Index, 3>& held) {
  std::vector<Eigen::Triplet<double>> ones;
  Index free = 0;
  for (Index i = 0; i < size; ++i) {
    if (i != held[0] && i != held[1] && i != held[2]) ones.emplace_back(i, free++, 1.0);
  }
  Sparse s(size, free);
  s.setFromTriplets(ones.begin(), ones.end());
  return s;
}

struct Modes {
  Vector squares;  // ω²
  Matrix shapes;
};

/// Converged when the lowest ω² stand still; their round-off is that of the largest one in the subspace.
Modes lowest_modes(const Eigen::SimplicialLDLT<Sparse>& solver, const Assembled& free, Index count) {
  constexpr int most_passes = 100;
  constexpr double still = 1e-9;
  const Index size = free.mass.rows(), width = std::min(size, 2 * count + 8);
  Random random(1);
  Matrix basis(size, width);
  for (double& value : basis.reshaped()) value = random.normal();
  Vector before = Vector::Zero(count);
  for (int pass = 0; pass < most_passes; ++pass) {
    const Matrix image = solver.solve(free.mass * basis);
    const Matrix k = image.transpose() * (free.stiffness * image),
                 m = image.transpose() * (free.mass * image);
    const SymmetricEigenpairs ritz = symmetric_eigenpairs(k, m);
    basis = image * ritz.vectors;
    const Vector squares = ritz.values.head(count);
    const double change = ((squares - before).array() / squares.array()).abs().maxCoeff();
    before = squares;
    if (change < still) break;
  }
  for (Index i = 0; i < count; ++i) {  // one sign on every machine
    Index largest = 0;
    basis.col(i).cwiseAbs().maxCoeff(&largest);
    if (basis(largest, i) < 0.0) basis.col(i) *= -1.0;
  }
  return {before, basis.leftCols(count)};
}

}  // namespace elastic_platform_problem

PlatformModes modes_of(const ElasticPlatform& platform, Index count) {
  using namespace elastic_platform_problem;
  KREISEL_EXPECTS(platform.layers % 2 == 0);
  const Mesh mesh(platform);
  const Assembled all = assemble(platform, mesh);
  const Index size = 2 * mesh.count(), pinned = mesh.middle(platform.pin),
              given = 2 * mesh.middle(platform.driven) + 1;
  const Sparse free = selection(size, {2 * pinned, 2 * pinned + 1, given});
  const Assembled reduced{free.transpose() * all.stiffness * free, free.transpose() * all.mass * free};
  const Eigen::SimplicialLDLT<Sparse> solver(reduced.stiffness);
  Vector statics = Vector::Unit(size, given);
  statics += free * solver.solve(free.transpose() * (all.stiffness * -statics));
  const Modes modes = lowest_modes(solver, reduced, count);
  const Matrix shapes = free * modes.shapes;
  PlatformModes out;
  out.nodes = mesh.count();
  out.frequencies = modes.squares.cwiseSqrt();
  out.participation = shapes.transpose() * (all.mass * statics);
  const auto vertical = [](Index node) { return 2 * node + 1; };
  const Index ends[] = {vertical(mesh.middle(0.0)), vertical(mesh.middle(platform.length))};
  const Index load[] = {vertical(mesh.top(platform.load_front)), vertical(mesh.top(platform.load_rear))};
  out.shapes.resize(3, count);
  out.shapes << shapes.row(ends[0]), 0.5 * (shapes.row(load[0]) + shapes.row(load[1])), shapes.row(ends[1]);
  out.statics << statics(ends[0]), 0.5 * (statics(load[0]) + statics(load[1])), statics(ends[1]);
  return out;
}

}  // namespace kreisel
