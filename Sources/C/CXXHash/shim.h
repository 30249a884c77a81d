// XXH3 as a function of bytes. No logic.
#ifndef NETLAB_CXXHASH_SHIM_H
#define NETLAB_CXXHASH_SHIM_H

// Inlined: hashing a short input costs less than a call.
#define XXH_INLINE_ALL
#include <xxhash.h>

#if defined(__x86_64__)
// The library's own function, which detects the widest vectors of the processor. Its header conflicts with
// XXH_INLINE_ALL.
XXH64_hash_t XXH3_64bits_withSeed_dispatch(const void *bytes, size_t count, XXH64_hash_t seed);
#else
#define XXH3_64bits_withSeed_dispatch XXH3_64bits_withSeed
#endif

// Both functions return the same hash; beyond 240 bytes XXH3 works in blocks.
static inline uint64_t netlab_xxh3(const void *bytes, size_t count, uint64_t seed) {
    return count <= 240 ? XXH3_64bits_withSeed(bytes, count, seed) : XXH3_64bits_withSeed_dispatch(bytes, count, seed);
}

#endif
