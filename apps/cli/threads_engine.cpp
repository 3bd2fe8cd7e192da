// Threads; under mpirun or srun another program takes over with the same arguments.
#include <cstdlib>
#include <filesystem>
#include <initializer_list>
#include <string_view>
#include <system_error>

#include <unistd.h>

#include "apps/cli/engines.hpp"
#include "kreisel/core/error.hpp"

namespace kreisel::cli {
namespace {

char** arguments = nullptr;

/// Open MPI, PMIx and PMI name the processes they start.
bool is_started_by_mpi() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK"})
    if (std::getenv(name) != nullptr) return true;
  return false;
}

[[noreturn]] void hand_over() {
  std::error_code unknown;
  const std::filesystem::path here = std::filesystem::read_symlink("/proc/self/exe", unknown);
  if (!unknown) execv((here.parent_path() / "kreisel-mpi").c_str(), arguments);
  execvp("kreisel-mpi", arguments);
  throw FileError("the program kreisel-mpi, which computes under mpirun and srun, is not there",
                  "kreisel-mpi",
                  "build Kreisel where MPI is (scripts/setup mpi), or share the sweep with --part K/N");
}

}  // namespace

void remember_arguments_for_engines(char** argv) {
  arguments = argv;
}

std::unique_ptr<Engine> make_engine(int threads) {
  if (is_started_by_mpi() && arguments != nullptr) hand_over();
  return std::make_unique<ThreadEngine>(threads);
}

}  // namespace kreisel::cli
