#include "feedrate/base/hash.h"

#include <openssl/evp.h>

#include <algorithm>

#include "feedrate/base/error.h"

namespace feedrate {

struct Hasher::State {
  EVP_MD_CTX* context = EVP_MD_CTX_new();
};

Hasher::Hasher() : state_(std::make_unique<State>()) {
  FEEDRATE_CHECK(EVP_DigestInit_ex(state_->context, EVP_sha256(), nullptr) == 1);
}

Hasher::~Hasher() { EVP_MD_CTX_free(state_->context); }

Hasher& Hasher::add(std::string_view part) {
  const std::uint64_t size = part.size();
  char frame[8];
  for (int i = 0; i < 8; ++i) frame[i] = static_cast<char>(size >> (8 * i));
  return stream({frame, sizeof frame}).stream(part);
}

Hasher& Hasher::stream(std::string_view bytes) {
  FEEDRATE_CHECK(EVP_DigestUpdate(state_->context, bytes.data(), bytes.size()) == 1);
  return *this;
}

std::string Hasher::id() {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  FEEDRATE_CHECK(EVP_DigestFinal_ex(state_->context, digest, &size) == 1);
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  for (std::size_t i = 0; i < kIdLength / 2; ++i) {
    out += kDigits[digest[i] >> 4];
    out += kDigits[digest[i] & 15];
  }
  return out;
}

bool is_id(std::string_view text) {
  return text.size() == kIdLength &&
         std::all_of(text.begin(), text.end(), [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

std::uint64_t seed_of(std::string_view id) {
  FEEDRATE_CHECK(is_id(id));
  return std::stoull(std::string(id.substr(0, 16)), nullptr, 16);
}

}  // namespace feedrate
