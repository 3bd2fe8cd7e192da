// A table of numbers in an HDF5 file that can be read while it grows and after the program was killed.
//
//   /samples             rows × columns of doubles, in chunks, compressed
//   /columns, /units     one text per column
//   /run, /model, …      texts: provenance, written at the beginning and at the end
//
// After every `flush_every` rows the file is brought into a state that readers can open.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kreisel/core/error.hpp"

namespace kreisel {

struct Hdf5Column {
  std::string name, unit;
};

class Hdf5Writer {
 public:
  static constexpr long flush_every = 64;  // rows

  /// Replaces the file. Throws FileError.
  Hdf5Writer(const std::filesystem::path& path, const std::vector<Hdf5Column>& columns);
  ~Hdf5Writer();
  Hdf5Writer(const Hdf5Writer&) = delete;
  Hdf5Writer& operator=(const Hdf5Writer&) = delete;

  /// One number per column. A failure is kept, not thrown; later rows are then ignored.
  void append(std::span<const double> row);
  /// A text under this name, replacing what was there. A failure is kept.
  void write_text(const std::string& name, const std::string& text);
  void flush();
  /// False when something was lost; failure() says what.
  bool close();
  const std::optional<FileError>& failure() const;
  long rows() const;

 private:
  class File;
  std::unique_ptr<File> file_;
};

}  // namespace kreisel
