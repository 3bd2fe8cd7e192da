// Which columns an overview looks at, and their extremes.
#include "kreisel/run/overview.hpp"

namespace kreisel {
namespace {

/// Rates and powers are in the samples; a person asks for the angle, the travel, the force.
bool is_asked_first(const Column& column) {
  return column.kind == ColumnKind::result && !column.name.ends_with("_rate") &&
         !column.name.ends_with(".power");
}

}  // namespace

OverviewBuilder::OverviewBuilder(const std::vector<Column>& columns) {
  const auto gather = [&](const auto& is_wanted) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (!is_wanted(columns[i])) continue;
      number_columns_.push_back(static_cast<Index>(i));
      overview_.numbers.push_back({columns[i].name, columns[i].unit});
    }
  };
  gather(is_asked_first);
  if (number_columns_.empty()) {
    gather([](const Column& column) {
      return column.kind == ColumnKind::position || column.kind == ColumnKind::coordinate ||
             column.kind == ColumnKind::angular_velocity;
    });
  }
  bool has_reactions = false;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].kind != ColumnKind::reaction || !columns[i].name.ends_with(".fx")) continue;
    reaction_columns_.push_back(static_cast<Index>(i));
    overview_.reactions.push_back({columns[i].of});
    has_reactions = true;
  }
  if (!has_reactions) gather([](const Column& column) { return column.kind == ColumnKind::multiplier; });
}

void OverviewBuilder::take(double t, const Vector& values) {
  for (std::size_t i = 0; i < number_columns_.size(); ++i) {
    Extremes& number = overview_.numbers[i];
    number.last = values[number_columns_[i]];
    if (is_first_ || number.last < number.smallest) number.smallest = number.last, number.t_smallest = t;
    if (is_first_ || number.last > number.largest) number.largest = number.last, number.t_largest = t;
  }
  for (std::size_t i = 0; i < reaction_columns_.size(); ++i) {
    LargestReaction& reaction = overview_.reactions[i];
    const Index first = reaction_columns_[i];
    const double force = values.segment<3>(first).norm(), moment = values.segment<3>(first + 3).norm();
    if (is_first_ || force > reaction.force) reaction.force = force, reaction.t_force = t;
    if (is_first_ || moment > reaction.moment) reaction.moment = moment, reaction.t_moment = t;
  }
  is_first_ = false;
}

}  // namespace kreisel
