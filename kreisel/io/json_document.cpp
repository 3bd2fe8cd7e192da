// Values of the tree: their kind, text, members, place, and pointers as in [RFC 6901].
#include "kreisel/io/json_document.hpp"

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "kreisel/core/contracts.hpp"
#include "kreisel/io/json_tree.hpp"

namespace kreisel {
namespace {

std::optional<JsonValue> value_at(const JsonTree& tree, std::uint32_t node) {
  if (node == JsonNode::none) return std::nullopt;
  return JsonValue(tree, node);
}

/// "a~0b~1c" -> "a~b/c".
std::string key_of_part(std::string_view part) {
  std::string out;
  for (std::size_t i = 0; i < part.size(); ++i) {
    if (part[i] == '~' && i + 1 < part.size() && (part[i + 1] == '0' || part[i + 1] == '1')) {
      out.push_back(part[++i] == '0' ? '~' : '/');
    } else {
      out.push_back(part[i]);
    }
  }
  return out;
}

std::optional<JsonValue> child(const JsonValue& value, std::string_view part) {
  if (value.is(JsonKind::object)) return value.find(key_of_part(part));
  std::size_t position = 0;
  const auto [end, status] = std::from_chars(part.data(), part.data() + part.size(), position);
  if (!value.is(JsonKind::array) || status != std::errc() || end != part.data() + part.size())
    return std::nullopt;
  std::optional<JsonValue> item = value.first();
  for (; item && position > 0; --position) item = item->next();
  return item;
}

}  // namespace

std::string_view described(JsonKind kind) {
  switch (kind) {
    case JsonKind::null:
      return "null";
    case JsonKind::boolean:
      return "true or false";
    case JsonKind::number:
      return "a number";
    case JsonKind::string:
      return "a text";
    case JsonKind::array:
      return "an array";
    case JsonKind::object:
      return "an object";
  }
  return "a value";
}

std::string JsonTree::pointer(std::uint32_t node) const {
  const JsonTree& tree = *this;
  std::vector<std::string> parts;
  for (; tree[node].parent != JsonNode::none; node = tree[node].parent) {
    const bool is_item = tree[tree[node].parent].kind == JsonKind::array;
    parts.push_back(is_item ? std::to_string(tree[node].position) : json_pointer_part(tree[node].key));
  }
  std::string out;
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) out += '/' + *part;
  return out;
}

JsonKind JsonValue::kind() const {
  return (*tree_)[node_].kind;
}

bool JsonValue::boolean() const {
  KREISEL_EXPECTS(is(JsonKind::boolean));
  return (*tree_)[node_].boolean;
}

double JsonValue::number() const {
  KREISEL_EXPECTS(is(JsonKind::number));
  return (*tree_)[node_].number;
}

std::string_view JsonValue::string() const {
  KREISEL_EXPECTS(is(JsonKind::string));
  return (*tree_)[node_].string;
}

std::size_t JsonValue::size() const {
  return (*tree_)[node_].count;
}

std::optional<JsonValue> JsonValue::first() const {
  return value_at(*tree_, (*tree_)[node_].first);
}

std::optional<JsonValue> JsonValue::next() const {
  return value_at(*tree_, (*tree_)[node_].next);
}

std::optional<JsonValue> JsonValue::find(std::string_view key) const {
  if (!is(JsonKind::object)) return std::nullopt;
  std::optional<JsonValue> member = first();
  while (member && member->key() != key) member = member->next();
  return member;
}

std::string_view JsonValue::key() const {
  return (*tree_)[node_].key;
}

std::string JsonValue::pointer() const {
  return tree_->pointer(node_);
}

std::size_t JsonValue::offset() const {
  return (*tree_)[node_].offset;
}

std::size_t JsonValue::key_offset() const {
  return (*tree_)[node_].key_offset;
}

std::string JsonValue::where() const {
  return tree_->source.where(offset(), pointer());
}

std::string JsonValue::key_where() const {
  return tree_->source.where(key_offset(), pointer());
}

JsonDocument::JsonDocument(SourceText source) : tree_(std::make_unique<JsonTree>(std::move(source))) {
  parse_json(*tree_);
}
JsonDocument::JsonDocument(JsonDocument&&) noexcept = default;
JsonDocument& JsonDocument::operator=(JsonDocument&&) noexcept = default;
JsonDocument::~JsonDocument() = default;

const SourceText& JsonDocument::source() const {
  return tree_->source;
}

JsonValue JsonDocument::root() const {
  return {*tree_, 0};
}

JsonValue JsonDocument::nearest(std::string_view pointer) const {
  JsonValue value = root();
  while (pointer.starts_with('/')) {
    const std::size_t end = std::min(pointer.find('/', 1), pointer.size());
    const std::optional<JsonValue> inner = child(value, pointer.substr(1, end - 1));
    if (!inner) break;
    value = *inner;
    pointer.remove_prefix(end);
  }
  return value;
}

std::string json_quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const std::size_t escape = std::string_view("\"\\\b\f\n\r\t").find(c);
    if (escape != std::string_view::npos) {
      out.push_back('\\');
      out.push_back("\"\\bfnrt"[escape]);
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      out.push_back(c);
    }
  }
  return out + '"';
}

std::string json_pointer_part(std::string_view key) {
  std::string out;
  for (const char c : key) {
    if (c == '~' || c == '/') {
      out += c == '~' ? "~0" : "~1";
    } else {
      out.push_back(c);
    }
  }
  return out;
}

}  // namespace kreisel
