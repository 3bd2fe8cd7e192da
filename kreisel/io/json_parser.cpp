// Recursive descent over [RFC 8259]; json_tree.hpp declares it.
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "kreisel/core/error.hpp"
#include "kreisel/io/json_scanner.hpp"
#include "kreisel/io/json_tree.hpp"

namespace kreisel {
namespace {

/// The keys of one object; a set of them only where comparing all would take long.
class KeysOfObject {
 public:
  KeysOfObject(const JsonTree& tree, std::uint32_t object) : tree_(tree), object_(object) {}

  bool has(std::string_view key) {
    constexpr std::uint32_t few = 16;
    if (tree_[object_].count <= few) {
      for (std::uint32_t node = tree_[object_].first; node != JsonNode::none; node = tree_[node].next) {
        if (tree_[node].key == key) return true;
      }
      return false;
    }
    const std::uint32_t begin = last_ == JsonNode::none ? tree_[object_].first : tree_[last_].next;
    for (std::uint32_t node = begin; node != JsonNode::none; node = tree_[node].next) {
      set_.insert(tree_[node].key);
      last_ = node;
    }
    return set_.contains(key);
  }

 private:
  const JsonTree& tree_;
  std::uint32_t object_;
  std::uint32_t last_ = JsonNode::none;  // in the set
  std::unordered_set<std::string_view> set_ = {};
};

class Parser {
 public:
  explicit Parser(JsonTree& tree) : tree_(tree), scanner_(tree.source.text()) {}

  void read_document() {
    try {
      read_root();
    } catch (const JsonRefusal& refusal) {
      const std::string pointer = current_ == JsonNode::none ? std::string() : tree_.pointer(current_);
      throw ParseError(refusal.fact, tree_.source.where(refusal.offset, pointer), refusal.hint);
    }
  }

 private:
  JsonNode& at(std::uint32_t node) { return tree_.nodes[node]; }

  [[noreturn]] void refuse(std::string fact, std::string hint) const {
    scanner_.refuse(scanner_.offset(), std::move(fact), std::move(hint));
  }

  void read_root() {
    scanner_.skip_blanks_and_comments();
    if (scanner_.at_end()) refuse("the file has comments only", "a model begins with { and ends with }");
    read_value(add(JsonNode::none), 1);
    scanner_.skip_blanks_and_comments();
    if (!scanner_.at_end()) {
      refuse(fmt::format("{} stands after the end", scanner_.found()),
             "remove it, or the bracket too many before it");
    }
  }

  std::uint32_t add(std::uint32_t parent) {
    if (tree_.nodes.size() == JsonDocument::most_values) {
      refuse(fmt::format("more than {} values", JsonDocument::most_values),
             "make the model smaller, or build it with the C++ interface");
    }
    const auto node = static_cast<std::uint32_t>(tree_.nodes.size());
    tree_.nodes.emplace_back();
    at(node).parent = parent;
    if (parent == JsonNode::none) return node;
    at(node).position = at(parent).count++;
    (at(parent).first == JsonNode::none ? at(parent).first : at(at(parent).last).next) = node;
    at(parent).last = node;
    return node;
  }

  std::string_view read_string() {
    std::string decoded;
    const std::string_view text = scanner_.read_string(decoded);
    if (text.data() != decoded.data()) return text;
    return tree_.decoded.emplace_back(std::move(decoded));
  }

  void read_value(std::uint32_t node, std::size_t level) {
    current_ = node;
    at(node).offset = static_cast<std::uint32_t>(scanner_.offset());
    const char c = scanner_.peek();
    if (c == '{' || c == '[') {
      require_level(level);
      at(node).kind = c == '{' ? JsonKind::object : JsonKind::array;
      c == '{' ? read_object(node, level) : read_array(node, level);
      current_ = at(node).parent;
    } else if (c == '"') {
      at(node).kind = JsonKind::string;
      at(node).string = read_string();
    } else if (c == '-' || c == '.' || c == '+' || (c >= '0' && c <= '9')) {
      at(node).kind = JsonKind::number;
      at(node).number = scanner_.read_number();
    } else {
      read_word(node, c);
    }
  }

  void read_word(std::uint32_t node, char c) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    if (!is_letter) {
      refuse(fmt::format("a value is missing before {}", scanner_.found()),
             c == '\'' ? "texts need double quotes" : "write a number, a \"text\", […], {…}, true or false");
    }
    const std::string_view word = scanner_.read_word();
    if (word == "null") return;
    at(node).kind = JsonKind::boolean;
    at(node).boolean = word == "true";
  }

  void require_level(std::size_t level) const {
    if (level <= JsonDocument::most_levels) return;
    refuse(fmt::format("nested deeper than {} levels", JsonDocument::most_levels),
           "a model needs fewer than ten");
  }

  /// After an item or member: true when another one follows, false at the closing bracket.
  bool goes_on(std::uint32_t node, char closing) {
    current_ = node;
    scanner_.skip_blanks_and_comments();
    if (scanner_.peek() == closing) return false;
    if (scanner_.at_end()) refuse_open(node, closing);
    if (scanner_.peek() != ',') {
      refuse(fmt::format("',' or '{}' is missing before {}", closing, scanner_.found()),
             fmt::format("separate entries by ',' and end with '{}'", closing));
    }
    const std::size_t comma = scanner_.offset();
    scanner_.take();
    scanner_.skip_blanks_and_comments();
    if (scanner_.peek() == closing) {
      scanner_.refuse(comma, fmt::format("',' before '{}'", closing), "remove this comma");
    }
    if (scanner_.at_end()) refuse_open(node, closing);
    return true;
  }

  [[noreturn]] void refuse_open(std::uint32_t node, char closing) {
    scanner_.refuse(at(node).offset,
                    fmt::format("'{}' is not closed; the file ends before", closing == ']' ? '[' : '{'),
                    fmt::format("close it with '{}'; is the file complete?", closing));
  }

  void read_array(std::uint32_t node, std::size_t level) {
    scanner_.take();
    scanner_.skip_blanks_and_comments();
    if (scanner_.at_end()) refuse_open(node, ']');
    if (scanner_.peek() != ']') {
      do read_value(add(node), level + 1);
      while (goes_on(node, ']'));
    }
    scanner_.take();
  }

  void read_object(std::uint32_t node, std::size_t level) {
    KeysOfObject keys(tree_, node);
    scanner_.take();
    scanner_.skip_blanks_and_comments();
    if (scanner_.at_end()) refuse_open(node, '}');
    if (scanner_.peek() != '}') {
      do read_member(node, level, keys);
      while (goes_on(node, '}'));
    }
    scanner_.take();
  }

  void read_member(std::uint32_t object, std::size_t level, KeysOfObject& keys) {
    const std::size_t begin = scanner_.offset();
    if (scanner_.peek() != '"') {
      refuse(fmt::format("a \"name\" is missing before {}", scanner_.found()),
             "members are \"name\": value, with double quotes");
    }
    const std::string_view key = read_string();
    const bool is_known = keys.has(key);
    const std::uint32_t node = add(object);
    current_ = node;
    at(node).key = key;
    at(node).key_offset = static_cast<std::uint32_t>(begin);
    if (is_known)
      scanner_.refuse(begin, fmt::format("{} occurs twice", json_quoted(key)), "keep one of the two");
    scanner_.skip_blanks_and_comments();
    if (scanner_.peek() != ':') {
      refuse(fmt::format("':' is missing before {}", scanner_.found()), "members are \"name\": value");
    }
    scanner_.take();
    scanner_.skip_blanks_and_comments();
    read_value(node, level + 1);
  }

  JsonTree& tree_;
  JsonScanner scanner_;
  std::uint32_t current_ = JsonNode::none;  // what is being read: refusals name its pointer
};

}  // namespace

void parse_json(JsonTree& tree) {
  Parser(tree).read_document();
}

}  // namespace kreisel
