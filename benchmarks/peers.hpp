// The peers: other people's integrators on the same heavy top, behind one small interface.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "benchmarks/heavy_top_case.hpp"

namespace kreisel::benchmarks {

struct PeerRun {
  Positions positions;
  long steps = 0, evaluations = 0;
  bool completed = false;
};

class Peer {
 public:
  Peer() = default;
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;
  virtual ~Peer() = default;

  virtual std::string_view name() const = 0;
  /// Runs from t = 0 to t_end with rtol = atol = tolerance. Memory was set up by the constructor.
  virtual PeerRun run(double tolerance) = 0;
};

/// Empty where no peer is installed.
std::vector<std::unique_ptr<Peer>> all_peers();

}  // namespace kreisel::benchmarks
