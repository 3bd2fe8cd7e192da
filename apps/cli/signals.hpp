// SIGINT and SIGTERM ask a run to stop at its next step; a second one ends the program at once.
#pragma once

namespace kreisel::cli {

void catch_interrupts();
bool is_interrupted();

}  // namespace kreisel::cli
