// Typed shims for macros, which Swift cannot import. No logic.
#ifndef NETLAB_CZLIB_SHIM_H
#define NETLAB_CZLIB_SHIM_H

#include <zlib.h>

// 31 selects the largest window and gzip's header and trailer.
static inline int netlab_zlib_begin_gzip(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY);
}

// 31 expects gzip's header and trailer, 15 zlib's, -15 neither.
static inline int netlab_zlib_begin_unpacking(z_stream *stream, int window_bits) {
    return inflateInit2(stream, window_bits);
}

#endif
