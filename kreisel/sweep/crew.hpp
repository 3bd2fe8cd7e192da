// Threads that share work: each takes the next piece until none is left.
#pragma once

#include <cstddef>
#include <functional>

namespace kreisel {

/// True as soon as nobody waits for the work any more: interrupted, or another piece failed.
using IsStopped = std::function<bool()>;

/// Calls work(i, is_stopped) for every i < count, on so many threads (0: as many as there are cores), until
/// is_interrupted, which must be safe to call from any thread. The first exception comes out when all have stopped.
void share_work(std::size_t count, int threads, const std::function<bool()>& is_interrupted,
                const std::function<void(std::size_t, const IsStopped&)>& work);

}  // namespace kreisel
