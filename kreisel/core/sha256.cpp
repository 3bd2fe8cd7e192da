// [FIPS 180-4] section 6.2, in its order.
#include "kreisel/core/sha256.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace kreisel {
namespace {

using Word = std::uint32_t;
using Hash = std::array<Word, 8>;

constexpr std::size_t block_bytes = 64;

/// [FIPS 180-4] section 4.2.2: fractional parts of the cube roots of the first 64 primes.
constexpr std::array<Word, 64> round_constants{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

/// Section 6.2.2, step 1.
std::array<Word, 64> schedule_of(std::string_view block) {
  std::array<Word, 64> w{};
  for (std::size_t i = 0; i < block_bytes; ++i)
    w[i / 4] = (w[i / 4] << 8U) | static_cast<unsigned char>(block[i]);
  for (std::size_t i = 16; i < w.size(); ++i) {
    const Word a = w[i - 15], b = w[i - 2];
    const Word small0 = std::rotr(a, 7) ^ std::rotr(a, 18) ^ (a >> 3U);
    const Word small1 = std::rotr(b, 17) ^ std::rotr(b, 19) ^ (b >> 10U);
    w[i] = small1 + w[i - 7] + small0 + w[i - 16];
  }
  return w;
}

/// Section 6.2.2, steps 2 to 4; s holds the working variables a to h.
void compress(Hash& hash, std::string_view block) {
  const std::array<Word, 64> w = schedule_of(block);
  Hash s = hash;
  for (std::size_t i = 0; i < w.size(); ++i) {
    const Word big1 = std::rotr(s[4], 6) ^ std::rotr(s[4], 11) ^ std::rotr(s[4], 25);
    const Word choice = (s[4] & s[5]) ^ (~s[4] & s[6]);
    const Word t1 = s[7] + big1 + choice + round_constants[i] + w[i];
    const Word big0 = std::rotr(s[0], 2) ^ std::rotr(s[0], 13) ^ std::rotr(s[0], 22);
    const Word majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
    s = {t1 + big0 + majority, s[0], s[1], s[2], s[3] + t1, s[4], s[5], s[6]};
  }
  for (std::size_t i = 0; i < hash.size(); ++i) hash[i] += s[i];
}

/// The rest of the text, a one bit, zeros, and the length in bits: section 5.1.1.
std::string padded_end(std::string_view rest, std::size_t length) {
  std::string end(rest);
  end += '\x80';
  while (end.size() % block_bytes != block_bytes - 8) end += '\0';
  const std::uint64_t bits = std::uint64_t{8} * length;
  for (int shift = 56; shift >= 0; shift -= 8)
    end += static_cast<char>(static_cast<unsigned char>((bits >> static_cast<unsigned>(shift)) & 0xFFU));
  return end;
}

}  // namespace

std::string sha256(std::string_view text) {
  Hash hash{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  const std::size_t whole = text.size() - text.size() % block_bytes;
  for (std::size_t i = 0; i < whole; i += block_bytes) compress(hash, text.substr(i, block_bytes));
  const std::string end = padded_end(text.substr(whole), text.size());
  for (std::size_t i = 0; i < end.size(); i += block_bytes)
    compress(hash, std::string_view(end).substr(i, block_bytes));
  std::string digits;
  for (const Word word : hash)
    for (int shift = 28; shift >= 0; shift -= 4)
      digits += "0123456789abcdef"[(word >> static_cast<unsigned>(shift)) & 0xFU];
  return digits;
}

}  // namespace kreisel
