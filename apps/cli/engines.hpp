// Who computes a sweep: threads of this process, or the processes that mpirun started. kreisel hands a sweep that was started
// by mpirun over to kreisel-mpi, which is the same program with MPI linked: who has one machine needs none.
#pragma once

#include <memory>

#include "kreisel/sweep/engine.hpp"

namespace kreisel::cli {

/// Once, first: what is handed over.
void remember_arguments_for_engines(char** argv);

/// `threads` of 0: as many as there are cores. Throws FileError where the program for MPI is missing.
std::unique_ptr<Engine> make_engine(int threads);

}  // namespace kreisel::cli
