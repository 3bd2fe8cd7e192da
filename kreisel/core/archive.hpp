// Numbers in a row: what an object is made of, written out and read back in the same order, to the last bit.
//
// An object lists its parts once, `template <class A> void transfer(A& a) { a(x_, y_); }`, for both directions.
#pragma once

#include <span>
#include <type_traits>
#include <vector>

#include "kreisel/core/error.hpp"
#include "kreisel/core/types.hpp"

namespace kreisel {

template <class Self>
class Archive {
 public:
  template <class... Parts>
  void operator()(Parts&... parts) {
    (one(parts), ...);
  }

 private:
  template <class Part>
  void one(Part& part) {
    if constexpr (std::is_arithmetic_v<Part>) {
      auto x = static_cast<double>(part);
      static_cast<Self*>(this)->number(x);
      part = static_cast<Part>(x);
    } else if constexpr (requires { part.transfer(*static_cast<Self*>(this)); }) {
      part.transfer(*static_cast<Self*>(this));
    } else {  // of fixed length when it is read
      for (auto&& x : part) {
        auto value = static_cast<double>(x);
        static_cast<Self*>(this)->number(value);
        x = static_cast<std::decay_t<decltype(part[0])>>(value);
      }
    }
  }
};

class ArchiveWriter : public Archive<ArchiveWriter> {
 public:
  void number(double& x) { numbers.push_back(x); }
  std::vector<double> numbers;
};

class ArchiveReader : public Archive<ArchiveReader> {
 public:
  explicit ArchiveReader(std::span<const double> numbers) : numbers_(numbers) {}
  void number(double& x) {
    if (next_ == numbers_.size())
      throw OptionError("the stored history is too short", "restore",
                        "restore what save() gave for the same model");
    x = numbers_[next_++];
  }
  /// Throws when something is left over.
  void finish() const {
    if (next_ != numbers_.size())
      throw OptionError("the stored history does not fit", "restore",
                        "restore what save() gave for the same model");
  }

 private:
  std::span<const double> numbers_;
  std::size_t next_ = 0;
};

}  // namespace kreisel
