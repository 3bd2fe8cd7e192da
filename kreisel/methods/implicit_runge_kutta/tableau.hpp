// Coefficients of Runge-Kutta methods, generated for any number of stages, and what can be proved about them.
//
// Y_i = y0 + h Σ a_ij f(t0 + c_j h, Y_j),  y1 = y0 + h Σ b_i f(t0 + c_i h, Y_i). [Hairer, Wanner 1996] IV.5;
// blends of Lobatto methods: [Schaub 2004] chapter 3.
#pragma once

#include <complex>
#include <string>

#include "kreisel/core/types.hpp"
#include "kreisel/methods/implicit_runge_kutta/parameters.hpp"

namespace kreisel {

/// B(ξ), C(η), D(ζ): the simplifying assumptions that hold.
struct SimplifyingAssumptions {
  int quadrature = 0;  // ξ: Σ b_i c_i^(k-1) = 1/k
  int stage = 0;       // η: Σ_j a_ij c_j^(k-1) = c_i^k/k
  int adjoint = 0;     // ζ: Σ_i b_i c_i^(k-1) a_ij = b_j (1 - c_j^k)/k
};

struct Tableau {
  std::string name;
  Matrix a;
  Vector b, c;
  Vector embedded;  // b̂ of a second formula, of order embedded_order; empty: none
  int order = 0;
  int embedded_order = 0;

  Index stages() const { return b.size(); }
  bool is_explicit() const;
  bool is_diagonally_implicit() const;
  bool has_explicit_first_stage() const;  // first row of a is zero: Y_1 = y0
  bool is_stiffly_accurate() const;       // last row of a is b
};

/// Families of ImplicitFamily; θ in [0, 1] only matters for blends. Throws OptionError for stages that do not
/// exist (1 to 12, Lobatto 2 to 12).
Tableau implicit_tableau(ImplicitFamily family, int stages, double theta = 0.0);
/// Stiffly accurate, L-stable, one γ on the diagonal, embedded formula; order 2, 3 or 4.
Tableau sdirk_tableau(int order);
Tableau esdirk_tableau(int order);  // with an explicit first stage
/// Without the extra rows for dense output: those belong to the explicit stepper.
Tableau explicit_tableau(ExplicitFormula formula);

/// θ of Lobatto IIIDC with three stages that makes |R(iχ)|, χ = ωh, smallest; [Schaub 2004] (4.16).
double strongest_damping_theta(double chi);

SimplifyingAssumptions simplifying_assumptions(const Tableau& tableau, double tolerance = 1e-12);
/// The highest order for which every condition Φ(u) = 1/γ(u) over rooted trees holds, up to `highest`.
int order_by_trees(const Tableau& tableau, int highest, double tolerance = 1e-12);
/// The highest σ for which the tree identity Φ(v∘w) + Φ(w∘v) = Φ(v)Φ(w) holds for ρ(v) + ρ(w) <= σ, up to
/// `highest`: the modified equation is Hamiltonian up to O(h^σ); [Schaub 2004] chapter 3.
int symplectic_order(const Tableau& tableau, int highest, double tolerance = 1e-12);
/// R(z) = det(I - zA + z 1bᵀ)/det(I - zA).
std::complex<double> stability_function(const Tableau& tableau, std::complex<double> z);
/// lim R(z), z -> -∞; infinite for explicit methods.
double stability_at_infinity(const Tableau& tableau);
/// b_i a_ij + b_j a_ji - b_i b_j: positive semidefinite with b >= 0: algebraically stable; zero: symplectic.
Matrix algebraic_stability_matrix(const Tableau& tableau);
bool is_algebraically_stable(const Tableau& tableau, double tolerance = 1e-12);
bool is_symplectic(const Tableau& tableau, double tolerance = 1e-12);
/// Its adjoint method is itself: a_{s+1-i,s+1-j} + a_ij = b_j.
bool is_symmetric(const Tableau& tableau, double tolerance = 1e-12);
/// |R| <= 1 on the imaginary axis (sampled) and no pole in the left half-plane.
bool is_a_stable(const Tableau& tableau);

}  // namespace kreisel
