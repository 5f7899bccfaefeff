// OpenSSL's SHA-256 as plain functions over a plain value, which is copied to go on from the same beginning twice. The
// interface that OpenSSL would rather see used allocates for each hash and looks its implementation up in a provider; what
// computes is the same either way, with the CPU's own instructions where it has them.
#ifndef PACKSHOT_CRYPTO_H
#define PACKSHOT_CRYPTO_H

#define OPENSSL_SUPPRESS_DEPRECATED 1
#include <openssl/sha.h>

#endif
