// Correction terms and names of the multistep methods.
#include "kreisel/methods/multistep/parameters.hpp"

#include <cmath>

namespace kreisel {
namespace {

// Index 0 of a row belongs to v_{n+1}; index 0 of b is never used, ω^{(n)} has index 1.

CorrectionSet published_3() {
  CorrectionSet s;
  s.a[0] = {0.0, 1.0 / 12};
  s.a[1] = {0.0, 3.0 / 2, -2.0, 1.0 / 2};
  return s;
}
CorrectionSet published_4() {
  CorrectionSet s;
  s.a[0] = {0.0, 1.0 / 12};
  s.a[1] = {0.0, 7.0 / 4, -7.0 / 4, -3.0 / 4, 3.0 / 4};
  return s;
}
CorrectionSet published_5() {
  CorrectionSet s;
  s.count = 4;
  s.a[0] = {0.0, 4927.0 / 2943, -3109.0 / 2943, 16.0 / 327};
  s.b[0] = {0.0, 0.0, 1.0};
  s.a[1] = {0.0, 3161.0 / 675, -1417.0 / 1350};
  s.a[2] = {0.0, -14.0 / 75, 53.0 / 300};
  s.b[3] = {0.0, 0.0, 1.0};
  return s;
}
CorrectionSet published_6() {
  CorrectionSet s;
  s.count = 6;
  s.a[0] = {0.0, 902305.0 / 74412, -2080379.0 / 37206, 555107.0 / 6201, -43513.0 / 702, 1175851.0 / 74412};
  s.b[0] = {0.0, 0.0, -89.0 / 53, 1.0};
  s.a[1] = {0.0, -617837.0 / 391500, -745049.0 / 391500, 31637.0 / 195750};
  s.b[1] = {0.0, 0.0, 432619.0 / 130500};
  s.a[2] = {0.0, 8473853415487.0 / 267658590240000.0, -7972785567043.0 / 267658590240000.0};
  s.b[2] = {0.0, 0.0, -236562797.0 / 210423420000.0};
  s.a[3] = {0.0, 17588486133607200.0 / 103646212371559.0};
  s.b[3] = {0.0, 0.0, -13202850459341111.0 / 103646212371559.0, -443096.0 / 14053, 1.0};
  s.a[4] = {0.0, 1039128.0 / 14053};
  s.a[5] = {0.0, 0.0, -706805.0 / 1039128};
  s.b[5] = {0.0, 0.0, 1.0};
  return s;
}

CorrectionSet explicit_3() {
  CorrectionSet s;
  s.a[0] = {0.0, -1.37872190956776, -2.95414965850481, -4.46630667652555};
  s.b[0] = {0.0, 0.0, 4.86465799288703, 4.01785358504442};
  s.a[1] = {0.0, 6.43118898334207, -0.251965339229852, 6.04133559544059};
  s.b[1] = {0.0, 0.0, -5.50013300767788, -6.72042623187493};
  return s;
}
CorrectionSet implicit_3() {
  CorrectionSet s;
  s.a[0] = {5.24281797269331, 2.80233526987551, -3.85724425749725, 3.30539890486575};
  s.b[0] = {0.0, -3.61957377496834, 0.108068150385785, -3.89846893202143};
  s.a[1] = {0.501916816184551, -3.37875139908466, -1.13188143412463, 6.44554348846025};
  s.b[1] = {0.0, 3.14090074432045, 2.32024603081716, -7.89797424657311};
  return s;
}
// The source prints no entries for i = 4; those here follow from the order conditions of its Lemma 6.
CorrectionSet explicit_4() {
  CorrectionSet s;
  s.a[0] = {0.0, -1.67876614106032, 3.07122613520328, -2.50907130087646, 3.66299262242582};
  s.b[0] = {0.0, 0.0, -3.36166983338703, 9.60778111160441, -8.70915926057636};
  s.a[1] = {0.0, 6.9760443494959, -8.18750698866965, 2.21000229945281, -0.998539660279059};
  s.b[1] = {0.0, 0.0, -6.35906537451745, 6.95500937843368, -0.59594400391623};
  return s;
}
CorrectionSet implicit_4() {
  CorrectionSet s;
  s.a[0] = {5.5259797909541, -5.74722666327503, 4.27407568275581, 2.67226789875473, -3.21807544988138};
  s.b[0] = {0.0, -2.62867609640801, -3.31210875450453, 0.389431322962876, 2.12766560197477};
  s.a[1] = {5.9482882956157, -8.19039669944764, 3.70086989589663, -2.16080421168301, 0.702042719618319};
  s.b[1] = {0.0, -3.00106876837373, -0.584753934011666, 6.70981550891437, -3.12399280652897};
  return s;
}

constexpr std::array<double, 4> adams_1{1.0}, adams_2{0.5, 0.5}, adams_3{5.0 / 12, 2.0 / 3, -1.0 / 12},
    adams_4{9.0 / 24, 19.0 / 24, -5.0 / 24, 1.0 / 24};

AdamsMoulton crouch_grossman_4() {
  const double root = std::sqrt(42351.0);
  return {adams_4,
          3,
          {{{3.0 / 8, (923.0 + root) / 1176, (155.0 - root) / 1176, 1.0 / 24},
            {0.0, (-204.0 - root) / 1176, (-400.0 + root) / 1176, 0.0},
            {0.0, 53.0 / 294, 0.0, 0.0}}}};
}

}  // namespace

const CorrectionSet* correction_set(CorrectionTerm term, int k) {
  static const std::array<CorrectionSet, 4> published{published_3(), published_4(), published_5(),
                                                      published_6()};
  static const std::array<CorrectionSet, 2> explicit_sets{explicit_3(), explicit_4()};
  static const std::array<CorrectionSet, 2> implicit_sets{implicit_3(), implicit_4()};
  const auto index = static_cast<std::size_t>(k - 3);
  if (k < 3) return nullptr;
  if (term == CorrectionTerm::published && index < published.size()) return &published[index];
  if (term == CorrectionTerm::optimised_explicit && index < 2) return &explicit_sets[index];
  if (term == CorrectionTerm::optimised_implicit && index < 2) return &implicit_sets[index];
  return nullptr;
}

const AdamsMoulton& crouch_grossman(int order) {
  static const std::array<AdamsMoulton, 4> methods{{
      {adams_1, 1, {{{1.0}}}},
      {adams_2, 1, {{{0.5, 0.5}}}},
      {adams_3, 2, {{{5.0 / 12, 7.0 / 12, -1.0 / 12}, {0.0, 1.0 / 12}}}},
      crouch_grossman_4(),
  }};
  return methods[static_cast<std::size_t>(order - 1)];
}

const AdamsMoulton& commutator_free(int order) {
  static const std::array<AdamsMoulton, 4> methods{{
      {adams_1, 1, {{{1.0}}}},
      {adams_2, 1, {{{0.5, 0.5}}}},
      {adams_3, 2, {{{5.0 / 12, 1.0 / 3, -1.0 / 12}, {0.0, 1.0 / 3}}}},
      {adams_4, 2, {{{3.0 / 8, 1.0 / 6, -1.0 / 24}, {0.0, 5.0 / 8, -1.0 / 6, 1.0 / 24}}}},
  }};
  return methods[static_cast<std::size_t>(order - 1)];
}

}  // namespace kreisel
