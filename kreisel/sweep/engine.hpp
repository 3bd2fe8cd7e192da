// Who computes: an engine gives every piece of work to exactly one worker, somewhere, and knows when all are done.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "kreisel/sweep/crew.hpp"

namespace kreisel {

class Engine {
 public:
  Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  virtual ~Engine() = default;

  /// "2 threads".
  virtual std::string description() const = 0;
  /// Tells this process from others that compute the same sweep.
  virtual std::string worker() const = 0;
  /// Calls work(i, is_stopped) here for the share of 0 … count-1 that falls to this process.
  virtual void share(std::size_t count, const std::function<bool()>& is_interrupted,
                     const std::function<void(std::size_t, const IsStopped&)>& work) = 0;
  /// Waits until all processes have done their share.
  virtual void gather() = 0;
  /// Whether this process puts the results together.
  virtual bool is_first() const = 0;
  /// Whether other processes compute too: their results are in the store then, and not in this one's memory.
  virtual bool has_others() const = 0;
};

/// Host and number of this process.
std::string process_name();

/// Threads of this process; 0: as many as there are cores.
class ThreadEngine final : public Engine {
 public:
  explicit ThreadEngine(int threads) : threads_(threads) {}
  std::string description() const override;
  std::string worker() const override;
  void share(std::size_t count, const std::function<bool()>& is_interrupted,
             const std::function<void(std::size_t, const IsStopped&)>& work) override;
  void gather() override {}
  bool is_first() const override { return true; }
  bool has_others() const override { return false; }

 private:
  int threads_;
};

}  // namespace kreisel
