// Threads of this process.
#include "kreisel/sweep/engine.hpp"

#include <algorithm>
#include <array>
#include <thread>

#include <unistd.h>

#include <fmt/format.h>

namespace kreisel {

std::string ThreadEngine::description() const {
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  const unsigned count = threads_ > 0 ? static_cast<unsigned>(threads_) : cores;
  return fmt::format("{} thread{}", count, count == 1 ? "" : "s");
}

std::string process_name() {
  std::array<char, 65> host{};
  if (::gethostname(host.data(), host.size() - 1) != 0) host[0] = '\0';
  return fmt::format("{}-{}", host.data(), ::getpid());
}

std::string ThreadEngine::worker() const {
  return process_name();
}

void ThreadEngine::share(std::size_t count, const std::function<bool()>& is_interrupted,
                         const std::function<void(std::size_t, const IsStopped&)>& work) {
  share_work(count, threads_, is_interrupted, work);
}

}  // namespace kreisel
