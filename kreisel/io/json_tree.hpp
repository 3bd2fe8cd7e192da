// The storage behind JsonDocument: one array of nodes, linked by their numbers, so that no depth overflows a stack.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>

#include "kreisel/io/json_document.hpp"
#include "kreisel/io/source_text.hpp"

namespace kreisel {

/// The offsets of a text of at most 64 MiB fit into 32 bits.
struct JsonNode {
  static constexpr std::uint32_t none = 0xFFFFFFFF;

  JsonKind kind = JsonKind::null;
  bool boolean = false;
  std::uint32_t offset = 0, key_offset = 0;
  std::uint32_t parent = none, first = none, last = none, next = none;
  std::uint32_t position = 0, count = 0;  // of an item in its array; of items or members
  double number = 0.0;
  std::string_view string = {}, key = {};
};

struct JsonTree {
  explicit JsonTree(SourceText text) : source(std::move(text)) {}
  const JsonNode& operator[](std::uint32_t node) const { return nodes[node]; }
  /// [RFC 6901]; "" for the root.
  std::string pointer(std::uint32_t node) const;

  SourceText source;
  std::deque<JsonNode> nodes = {};       // grows without copying
  std::deque<std::string> decoded = {};  // texts with escapes; the others are pieces of the source
};

/// Fills the tree from its source. Throws ParseError.
void parse_json(JsonTree& tree);

}  // namespace kreisel
