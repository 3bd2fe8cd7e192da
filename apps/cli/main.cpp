// The program `kreisel`: picks the subcommand.
#include <cstdio>
#include <string>

#include "kreisel/core/version.hpp"

int main() {
  std::printf("kreisel %s\n", std::string(kreisel::version()).c_str());
  return 0;
}
