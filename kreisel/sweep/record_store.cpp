// IDENTITY CHECKSUM {…}, one after the other.
#include "kreisel/sweep/record_store.hpp"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <vector>

#include <fcntl.h>

#include "kreisel/core/sha256.hpp"
#include "kreisel/io/output_file.hpp"

namespace kreisel {
namespace {

constexpr std::size_t identity_digits = 32, checksum_digits = 16;
constexpr const char* suffix = ".records";

std::string checksum(const std::string& identity, const std::string& text) {
  return sha256(identity + " " + text).substr(0, checksum_digits);
}

}  // namespace

RecordStore::RecordStore(std::optional<std::filesystem::path> folder) : folder_(std::move(folder)) {
  if (folder_) require_writable_folder(*folder_);
}

bool RecordStore::take(const std::string& line) {
  constexpr std::size_t head = identity_digits + checksum_digits + 2;
  const std::string identity = line.substr(0, identity_digits);
  const std::string body = line.size() > head ? line.substr(head) : "";
  const bool is_intact = !body.empty() && line[identity_digits] == ' ' && line[head - 1] == ' ' &&
                         line.substr(identity_digits + 1, checksum_digits) == checksum(identity, body);
  std::optional<MemberResult> result = is_intact ? result_of_text(body) : std::nullopt;
  if (!result) return false;
  results_[identity] = std::move(*result);
  return true;
}

std::string RecordStore::line(const std::string& identity, const MemberResult& result) {
  const std::string text = result_text(result);
  return identity + " " + checksum(identity, text) + " " + text + "\n";
}

std::size_t RecordStore::load() {
  if (!folder_) return 0;
  results_.clear();
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(*folder_))
    if (entry.path().extension() == suffix) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::size_t damaged = 0;
  for (const auto& path : files) {
    std::ifstream file(path, std::ios::binary);
    for (std::string text; std::getline(file, text);) damaged += take(text) ? 0 : 1;
  }
  return damaged;
}

const MemberResult* RecordStore::find(const std::string& identity) const {
  const auto found = results_.find(identity);
  return found == results_.end() ? nullptr : &found->second;
}

/// A name that is taken belongs to an earlier process of the same number: its last line may be torn, so it is left alone.
bool RecordStore::open_own(const std::string& worker) {
  constexpr mode_t new_file = 0666;
  for (int i = 0;; ++i) {
    const std::filesystem::path path = *folder_ / (worker + (i > 0 ? "." + std::to_string(i) : "") + suffix);
    own_ = FileHandle(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, new_file));
    if (own_.is_open()) return true;
    if (errno == EEXIST) continue;
    failure_ = file_error("cannot keep results", path, errno);
    return false;
  }
}

bool RecordStore::append(const std::string& worker, const std::string& identity, const MemberResult& result) {
  return append(worker, line(identity, result));
}

bool RecordStore::append(const std::string& worker, const std::string& line) {
  const std::lock_guard lock(mutex_);
  if (failure_ || (!own_.is_open() && !open_own(worker))) return false;
  const int cause = own_.write_all(line).cause;
  if (cause == 0) return true;
  failure_ = file_error("cannot keep results", *folder_, cause);
  return false;
}

void RecordStore::sync() {
  if (own_.is_open()) static_cast<void>(own_.sync());
}

}  // namespace kreisel
