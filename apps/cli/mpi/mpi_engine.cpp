// The processes of mpirun: each takes the next members from a counter of the first one, and writes what it computed into a
// file of its own. Nobody only distributes, and who is slow takes less.
#include <mpi.h>

#include <algorithm>
#include <exception>

#include <fmt/format.h>

#include "apps/cli/engines.hpp"
#include "kreisel/core/error.hpp"

namespace kreisel::cli {
namespace {

class MpiEngine final : public Engine {
 public:
  MpiEngine() {
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SINGLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
  }
  /// A process that failed ends with its message and its exit code; mpirun then ends the others, which would wait for it.
  ~MpiEngine() override {
    if (std::uncaught_exceptions() == 0) MPI_Finalize();
  }

  std::string description() const override {
    return fmt::format("{} process{} of MPI", size_, size_ == 1 ? "" : "es");
  }
  std::string worker() const override { return process_name(); }
  bool is_first() const override { return rank_ == 0; }
  bool has_others() const override { return size_ > 1; }
  void gather() override { MPI_Barrier(MPI_COMM_WORLD); }

  void share(std::size_t count, const std::function<bool()>& is_interrupted,
             const std::function<void(std::size_t, const IsStopped&)>& work) override {
    std::uint64_t* next = nullptr;
    MPI_Win window = MPI_WIN_NULL;
    MPI_Win_allocate(rank_ == 0 ? sizeof(std::uint64_t) : 0, sizeof(std::uint64_t), MPI_INFO_NULL,
                     MPI_COMM_WORLD, static_cast<void*>(&next), &window);
    if (rank_ == 0) *next = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, window);
    const IsStopped is_stopped = [&] {
      answer_others();
      return is_interrupted && is_interrupted();
    };
    const std::uint64_t chunk = chunk_of(count);
    for (std::uint64_t begin = taken(chunk, window); begin < count; begin = taken(chunk, window))
      for (std::uint64_t i = begin; i < std::min<std::uint64_t>(begin + chunk, count); ++i) {
        if (is_stopped()) break;
        work(i, is_stopped);
      }
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
  }

 private:
  /// So many that the counter is asked seldom, so few that all end together.
  std::uint64_t chunk_of(std::size_t count) const {
    constexpr std::uint64_t pieces = 64, most = 64;
    return std::clamp<std::uint64_t>(count / (pieces * static_cast<std::uint64_t>(size_)), 1, most);
  }

  static std::uint64_t taken(std::uint64_t chunk, MPI_Win window) {
    std::uint64_t before = 0;
    MPI_Fetch_and_op(&chunk, &before, MPI_UINT64_T, 0, 0, MPI_SUM, window);
    MPI_Win_flush(0, window);
    return before;
  }

  /// Where the network has no counters of its own, the first process has to look after them while it computes.
  void answer_others() {
    constexpr int seldom = 64;
    if (rank_ != 0 || size_ == 1 || ++polls_ % seldom != 0) return;
    int is_there = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &is_there, MPI_STATUS_IGNORE);
  }

  int rank_ = 0, size_ = 1, polls_ = 0;
};

}  // namespace

void remember_arguments_for_engines(char**) {}

std::unique_ptr<Engine> make_engine(int) {
  return std::make_unique<MpiEngine>();
}

}  // namespace kreisel::cli
