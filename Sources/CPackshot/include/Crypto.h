// OpenSSL's SHA-256 as plain functions over a plain struct, which can be copied to continue from the same state twice.
// OpenSSL's recommended interface allocates for each hash and looks up its implementation in a provider. Both use the
// same code, with the CPU's SHA instructions if available.
#pragma once

#define OPENSSL_SUPPRESS_DEPRECATED 1
#include <openssl/sha.h>
