// Mistakes in a model file, collected so that the first one in the order of the file is reported.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "kreisel/core/error.hpp"
#include "kreisel/io/json_document.hpp"

namespace kreisel {

/// Thrown by whoever meets it, caught where reading can go on.
struct Mistake {
  std::size_t offset = 0;
  std::string pointer = {}, fact = {}, hint = {};
};

inline Mistake mistake_at(const JsonValue& value, std::string fact, std::string hint) {
  return {value.offset(), value.pointer(), std::move(fact), std::move(hint)};
}

inline Mistake mistake_at_key(const JsonValue& value, std::string fact, std::string hint) {
  return {value.key_offset(), value.pointer(), std::move(fact), std::move(hint)};
}

/// Thrown when so many were found that reading on is of no use.
struct TooManyMistakes {};

class Mistakes {
 public:
  static constexpr int most = 100;

  void add(Mistake mistake) {
    if (!first_ || mistake.offset < first_->offset) first_ = std::move(mistake);
    if (++count_ == most) throw TooManyMistakes{};
  }
  /// Runs `read` and keeps the mistake it throws; true when there was none.
  template <class Read>
  bool attempt(Read&& read) {
    try {
      read();
      return true;
    } catch (Mistake& mistake) {
      add(std::move(mistake));
      return false;
    }
  }
  bool none() const { return !first_.has_value(); }
  /// Throws ModelError for the first mistake, if there is any.
  void throw_first(const SourceText& source) const {
    if (none()) return;
    throw ModelError(first_->fact, source.where(first_->offset, first_->pointer), first_->pointer,
                     first_->hint);
  }

 private:
  std::optional<Mistake> first_ = {};
  int count_ = 0;
};

}  // namespace kreisel
