// Ctrl-C asks a run to stop; a second one ends the program.
#include "apps/cli/signals.hpp"

#include <csignal>  // with POSIX sigaction

namespace kreisel::cli {
namespace {

volatile std::sig_atomic_t interrupted = 0;

extern "C" void remember_interrupt(int) {
  interrupted = 1;
}

}  // namespace

void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = remember_interrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
  sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

bool is_interrupted() {
  return interrupted != 0;
}

}  // namespace kreisel::cli
