#pragma once

// OpenSSL's libcrypto is opened on first use, not linked: no header of it is needed to build, and the
// library of the machine to run (Debian: libssl3, from Debian 13 on libssl3t64; libcurl needs it too).

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

/// The functions of libcrypto that are used, as found in the opened library.
///
/// Contexts and ciphers are opaque to their users in OpenSSL too. Source: OpenSSL 3.0 manual, section 3.
struct graphcal_crypto {
  unsigned char *(*SHA256)(const unsigned char *data, size_t count, unsigned char *digest);
  int (*EVP_PBE_scrypt)(
      const char *password, size_t password_count, const unsigned char *salt, size_t salt_count,
      uint64_t n, uint64_t r, uint64_t p, uint64_t memory, unsigned char *key, size_t key_count);
  void *(*EVP_CIPHER_CTX_new)(void);
  void (*EVP_CIPHER_CTX_free)(void *context);
  const void *(*EVP_aes_256_gcm)(void);
  int (*EVP_CIPHER_CTX_ctrl)(void *context, int type, int number, void *pointer);
  int (*EVP_CipherInit_ex)(
      void *context, const void *cipher, void *engine, const unsigned char *key,
      const unsigned char *nonce, int encrypts);
  int (*EVP_CipherUpdate)(
      void *context, unsigned char *output, int *output_count, const unsigned char *input, int count);
  int (*EVP_CipherFinal_ex)(void *context, unsigned char *output, int *output_count);
  const char *(*OpenSSL_version)(int type);
};

// Of openssl/evp.h and openssl/crypto.h; part of the library's stable interface.
enum {
  graphcal_evp_gcm_get_tag = 0x10,
  graphcal_evp_gcm_set_tag = 0x11,
  graphcal_openssl_version = 0,
};

/// Opens the library and fills the table; NULL when all went well, else what is missing.
///
/// The text belongs to the C library and stands until the next call of this kind on the thread.
static inline const char *graphcal_crypto_open(const char *name, struct graphcal_crypto *table) {
  void *library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  if (library == NULL) {
    const char *reason = dlerror();
    return reason == NULL ? name : reason;
  }
#define GRAPHCAL_CRYPTO_FIND(field)                                        \
  do {                                                                     \
    *(void **)(&table->field) = dlsym(library, #field);                    \
    if (table->field == NULL) return "the function " #field " is missing"; \
  } while (0)
  GRAPHCAL_CRYPTO_FIND(SHA256);
  GRAPHCAL_CRYPTO_FIND(EVP_PBE_scrypt);
  GRAPHCAL_CRYPTO_FIND(EVP_CIPHER_CTX_new);
  GRAPHCAL_CRYPTO_FIND(EVP_CIPHER_CTX_free);
  GRAPHCAL_CRYPTO_FIND(EVP_aes_256_gcm);
  GRAPHCAL_CRYPTO_FIND(EVP_CIPHER_CTX_ctrl);
  GRAPHCAL_CRYPTO_FIND(EVP_CipherInit_ex);
  GRAPHCAL_CRYPTO_FIND(EVP_CipherUpdate);
  GRAPHCAL_CRYPTO_FIND(EVP_CipherFinal_ex);
  GRAPHCAL_CRYPTO_FIND(OpenSSL_version);
#undef GRAPHCAL_CRYPTO_FIND
  return NULL;
}
