// Content hashes that name things: cells, cases, builds, plans. SHA-256, cut to 128 bits, as 32 lower-case hex digits.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace feedrate {

inline constexpr std::size_t kIdLength = 32;

// Feed it parts; each part is framed by its length, so that ("ab", "c") and ("a", "bc") differ.
class Hasher {
 public:
  Hasher();
  ~Hasher();
  Hasher(const Hasher&) = delete;
  Hasher& operator=(const Hasher&) = delete;

  Hasher& add(std::string_view part);
  // Unframed bytes, for streaming one long part such as a file.
  Hasher& stream(std::string_view bytes);
  [[nodiscard]] std::string id();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The id of a list of parts.
template <class... Parts>
std::string hash_id(const Parts&... parts) {
  Hasher hasher;
  (hasher.add(parts), ...);
  return hasher.id();
}

[[nodiscard]] bool is_id(std::string_view text);

// A seed from an id: its first 64 bits.
[[nodiscard]] std::uint64_t seed_of(std::string_view id);

}  // namespace feedrate
