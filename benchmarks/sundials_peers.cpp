// The peers that SUNDIALS brings.
#include "benchmarks/peers.hpp"
#include "benchmarks/sundials_cvode.hpp"
#include "benchmarks/sundials_ida.hpp"

namespace kreisel::benchmarks {

std::vector<std::unique_ptr<Peer>> all_peers() {
  std::vector<std::unique_ptr<Peer>> peers;
  peers.push_back(cvode_adams());
  peers.push_back(cvode_bdf());
  peers.push_back(ida_index1());
  peers.push_back(ida_index2());
  return peers;
}

}  // namespace kreisel::benchmarks
