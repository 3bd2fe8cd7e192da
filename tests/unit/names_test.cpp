// Near misses of a name are found, and nothing else.
#include "kreisel/core/names.hpp"

#include <gmock/gmock.h>

namespace {

using kreisel::near_misses;
using kreisel::suggestion;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::vector<std::string> problems{"heavy_top", "pendulum", "spherical_pendulum",
                                        "kepler",    "andrews",  "car_axis"};
const std::vector<std::string> groups{"so3", "s3", "r3xso3", "se3"};

TEST(Names, OneSlipOfEachKindIsFound) {
  EXPECT_THAT(near_misses("heavytop", problems), ElementsAre("heavy_top"));    // left out
  EXPECT_THAT(near_misses("heavy__top", problems), ElementsAre("heavy_top"));  // too many
  EXPECT_THAT(near_misses("heavy-top", problems), ElementsAre("heavy_top"));   // replaced
  EXPECT_THAT(near_misses("haevy_top", problems), ElementsAre("heavy_top"));   // swapped
  EXPECT_THAT(near_misses("Heavy_Top", problems), ElementsAre("heavy_top"));   // case
}

TEST(Names, NearestComesFirst) {
  EXPECT_THAT(near_misses("so33", groups).front(), "so3");
  EXPECT_THAT(near_misses("s3o", groups), ElementsAre("so3", "s3"));
}

TEST(Names, BeginningsAreFound) {
  EXPECT_THAT(near_misses("spher", problems), ElementsAre("spherical_pendulum"));
  EXPECT_THAT(near_misses("he", problems), IsEmpty());
}

TEST(Names, NothingIsSuggestedForSomethingElse) {
  EXPECT_THAT(near_misses("slider_crank", problems), IsEmpty());
  EXPECT_THAT(near_misses("x", groups), IsEmpty());
  EXPECT_THAT(near_misses("", problems), IsEmpty());
  EXPECT_THAT(near_misses("kepler", std::vector<std::string>{}), IsEmpty());
}

TEST(Names, SuggestionNamesTheNearMissAndAllThatIsKnown) {
  EXPECT_EQ(suggestion("so4", "groups", groups), "did you mean \"so3\"? Known groups: so3, s3, r3xso3, se3.");
  EXPECT_EQ(suggestion("torus", "groups", groups), "Known groups: so3, s3, r3xso3, se3.");
  EXPECT_EQ(suggestion("mass", "parameters", std::vector<std::string>{}), "There are no parameters.");
}

}  // namespace
