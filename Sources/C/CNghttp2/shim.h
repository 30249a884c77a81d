// Typed shims for the parts of this library that Swift cannot import. No logic.
#ifndef NETLAB_CNGHTTP2_SHIM_H
#define NETLAB_CNGHTTP2_SHIM_H

#include <nghttp2/nghttp2.h>

// The frame is a union whose first member is the header that all kinds share.
static inline nghttp2_frame_hd netlab_h2_header(const nghttp2_frame *frame) { return frame->hd; }

static inline uint32_t netlab_h2_reset_code(const nghttp2_frame *frame) { return frame->rst_stream.error_code; }

#endif
