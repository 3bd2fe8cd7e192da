// What factorising the equations of a step can come to, and when a row counts as redundant: the same for all kernels.
#pragma once

namespace kreisel {

enum class KernelStatus { regular, singular_body, singular_row };

/// Health of a pivot: its size divided by the largest amount that its diagonal entry was, gained or lost on the way. A row
/// whose pivot has less health than this depends on other rows. Health is roughly the square of what is left of the row,
/// relative to it, when those it depends on are subtracted: here 1e-5.
inline constexpr double redundancy_threshold = 1e-10;

/// Where no row may be left out, a pivot of less health than this ends the factorisation.
inline constexpr double singular_pivot = 1e-12;

}  // namespace kreisel
