// Draws a model field by field, and compares two of them.
#include "tests/support/random_model.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace kreisel {
namespace {

class Maker {
 public:
  explicit Maker(Random& random) : random_(random) {}

  Model model() {
    Model model;
    fill(model.name);
    fill(model.description);
    for (std::size_t i = below(4); i > 0; --i) fill(model.parameters["p" + std::to_string(i)]);
    parameter_count_ = model.parameters.size();
    constexpr std::array<std::string_view, 4> groups = {"r3xso3", "r3xs3", "se3", "s3_semi_r3"};
    model.group = groups[below(groups.size())];
    fill(model.gravity);
    fill(model.duration);
    make_named(model.bodies, bodies_);
    make_named(model.markers, markers_);
    make_variants(model.joints, joints_);
    make_variants(model.forces, forces_);
    make_variants(model.events, events_);
    fill(model.references);
    return model;
  }

 private:
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(random_.bits() % count); }
  bool chance() { return below(2) == 0; }
  const std::string& one_of(const std::vector<std::string>& names) { return names[below(names.size())]; }

  void fill(double& value) {
    if (chance()) {
      value = std::round(random_.uniform(-10.0, 10.0));
      return;
    }
    do value = std::bit_cast<double>(random_.bits());
    while (!std::isfinite(value));
  }
  void fill(int& value) { value = static_cast<int>(static_cast<std::uint32_t>(random_.bits())); }
  void fill(bool& value) { value = chance(); }
  void fill(std::string& text) {
    constexpr std::array<std::string_view, 10> pieces = {"a", "Ü", "\n", "\"", "\\",
                                                         "7", " ", "\t", "/",  "€"};
    text.clear();
    for (std::size_t i = below(8); i > 0; --i) text += pieces[below(pieces.size())];
  }
  template <int Size>
  void fill(VectorOf<double, Size>& vector) {
    for (double& entry : vector) fill(entry);
  }
  template <int Size>
  void fill(MatrixOf<double, Size, Size>& matrix) {
    matrix.setZero();
    const bool is_full = chance();
    for (Index i = 0; i < Size; ++i) {
      for (Index j = 0; j <= i; ++j) {
        if (is_full || i == j) fill(matrix(i, j));
        matrix(j, i) = matrix(i, j);
      }
    }
  }
  void fill(Rotation& rotation) {
    for (double& entry : rotation.quaternion) entry = random_.normal();
    rotation.quaternion.normalize();
  }
  std::string formula(bool has_state) {
    constexpr std::array<std::string_view, 5> functions = {"0.5*sin(3*t)", "t^2/2", "t > 1 ? 2 : t", "0.10",
                                                           "exp(-t)"};
    if (has_state && chance()) return "-3*x + vx*(angle - rate)";
    if (parameter_count_ > 0 && chance()) return "p" + std::to_string(1 + below(parameter_count_)) + "*t";
    if (chance()) return std::string(functions[below(functions.size())]);
    return std::to_string(static_cast<int>(below(100)));
  }
  void fill(TimeFunction& function) { function.text = formula(false); }
  void fill(StateFunction& function) { function.text = formula(true); }
  template <NamedEnum Enum>
  void fill(Enum& value) {
    value = static_cast<Enum>(below(names_of(value).size()));
  }
  template <class T>
  void fill(std::optional<T>& value) {
    if (chance()) fill(value.emplace());
  }
  template <class... Types>
  void fill(std::variant<Types...>& value) {
    const std::size_t kept = below(sizeof...(Types));
    std::size_t position = 0;
    ((position++ == kept ? fill(value.template emplace<Types>()) : void()), ...);
  }
  template <class T, std::size_t Size>
  void fill(std::array<T, Size>& list) {
    for (T& entry : list) fill(entry);
  }
  template <class T>
  void fill(std::vector<T>& list) {
    list.resize(below(3));
    for (T& entry : list) fill(entry);
  }
  void fill(End& end) {
    if (!markers_.empty() && chance()) {
      end.marker = one_of(markers_);
      return;
    }
    fill_frame(end);
  }
  template <class Frame>
  void fill_frame(Frame& frame) {
    frame.body = one_of(bodies_);
    if (chance()) fill(frame.position);
    if (chance()) {
      fill(frame.rotation);
    } else if (chance()) {
      fill(frame.axis.emplace());
    }
  }
  template <HasFields T>
  void fill(T& value) {
    for_each_field<T>([&](const auto& field) {
      if (field.is_required() || chance()) fill(value.*field.member);
    });
  }

  std::string new_name(std::vector<std::string>& names) {
    constexpr std::array<std::string_view, 4> stems = {"bar ", "räder_", "k", "left-"};
    return names.emplace_back(std::string(stems[below(stems.size())]) + std::to_string(names.size()));
  }
  template <class T>
  void make_named(std::vector<T>& list, std::vector<std::string>& names) {
    if constexpr (std::is_same_v<T, Body>) names.emplace_back(ground);
    const std::size_t count = std::is_same_v<T, Body> ? 1 + below(3) : below(3);
    for (std::size_t i = 0; i < count; ++i) {
      T& item = list.emplace_back();
      if constexpr (std::is_same_v<T, Marker>) {
        fill_frame(item);
      } else {
        fill(item);
      }
      item.name = new_name(names);
    }
  }
  template <class... Types>
  void make_variants(std::vector<std::variant<Types...>>& list, std::vector<std::string>& names) {
    const std::size_t kept = below(sizeof...(Types));
    std::size_t position = 0;
    const auto make = [&]<class T>(std::type_identity<T>) {
      if (position++ != kept && below(4) != 0) return;
      T element;
      fill(element);
      if constexpr (std::is_same_v<T, AngleEvent> || std::is_same_v<T, TravelEvent> ||
                    std::is_same_v<T, ReactionEvent>) {
        if (joints_.empty()) return;
        element.joint = one_of(joints_);
      }
      if constexpr (std::is_same_v<T, ForceEvent>) {
        if (forces_.empty()) return;
        element.force = one_of(forces_);
      }
      if constexpr (std::is_same_v<T, GearJoint>) {
        if (names.empty()) return;
        element.joint_a = one_of(names);
        element.joint_b = one_of(names);
      }
      if constexpr (std::is_same_v<T, AxesJoint>)
        for (JointAxis& axis : element.axes) axis.name = new_name(axes_);
      if constexpr (requires { element.terms; }) {
        if (axes_.empty()) return;
        name_axes(element.terms);
        if constexpr (requires { element.of; }) name_axes(element.of);
      }
      element.name = new_name(names);
      list.emplace_back(std::move(element));
    };
    (make(std::type_identity<Types>{}), ...);
  }

  void name_axes(std::vector<CoordinateTerm>& terms) {
    for (CoordinateTerm& term : terms) term.axis = one_of(axes_);
  }

  Random& random_;
  std::size_t parameter_count_ = 0;
  std::vector<std::string> bodies_ = {}, markers_ = {}, joints_ = {}, forces_ = {}, axes_ = {}, events_ = {};
};

bool same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}
bool same(int a, int b) {
  return a == b;
}
bool same(bool a, bool b) {
  return a == b;
}
bool same(const std::string& a, const std::string& b) {
  return a == b;
}
template <int Rows, int Columns>
bool same(const MatrixOf<double, Rows, Columns>& a, const MatrixOf<double, Rows, Columns>& b) {
  return std::equal(a.data(), a.data() + a.size(), b.data(), [](double x, double y) { return same(x, y); });
}
bool same(const Rotation& a, const Rotation& b) {
  return same<4, 1>(a.quaternion, b.quaternion);
}
bool same(const TimeFunction& a, const TimeFunction& b) {
  return a.text == b.text;
}
bool same(const StateFunction& a, const StateFunction& b) {
  return a.text == b.text;
}
bool same(const std::map<std::string, double>& a, const std::map<std::string, double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    return x.first == y.first && same(x.second, y.second);
  });
}
template <NamedEnum Enum>
bool same(Enum a, Enum b) {
  return a == b;
}
template <HasFields T>
bool same(const T& a, const T& b);
template <class... Types>
bool same(const std::variant<Types...>& a, const std::variant<Types...>& b);
template <class T>
bool same(const std::optional<T>& a, const std::optional<T>& b) {
  return a.has_value() == b.has_value() && (!a.has_value() || same(*a, *b));
}
template <class T>
bool same(const std::vector<T>& a, const std::vector<T>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const T& x, const T& y) { return same(x, y); });
}
template <class T, std::size_t Size>
bool same(const std::array<T, Size>& a, const std::array<T, Size>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), [](const T& x, const T& y) { return same(x, y); });
}
template <HasFields T>
bool same(const T& a, const T& b) {
  bool all = true;
  for_each_field<T>([&](const auto& field) { all = all && same(a.*field.member, b.*field.member); });
  return all;
}
template <class... Types>
bool same(const std::variant<Types...>& a, const std::variant<Types...>& b) {
  if (a.index() != b.index()) return false;
  return std::visit([&]<class T>(const T& element) { return same(element, std::get<T>(b)); }, a);
}

}  // namespace

Model random_model(Random& random) {
  return Maker(random).model();
}

bool same_bits(const Model& a, const Model& b) {
  return same(a, b);
}

}  // namespace kreisel
