// The version of the library.
#include "kreisel/core/version.hpp"

#include <gmock/gmock.h>

namespace {

TEST(Version, HasThreeNumbers) {
  EXPECT_THAT(std::string(kreisel::version()), testing::MatchesRegex("[0-9]+\\.[0-9]+\\.[0-9]+"));
}

}  // namespace
