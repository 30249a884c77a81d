// One typed call that returns the library's errno, too. No logic.
#ifndef NETLAB_CQRCODE_SHIM_H
#define NETLAB_CQRCODE_SHIM_H

#include <errno.h>
#include <stdint.h>

#include <qrencode.h>

// Encodes bytes in 8-bit mode, in the smallest version that has room. Returns NULL with an errno in *error; the caller
// frees the code with QRcode_free.
static inline QRcode *netlab_qr_encode(const uint8_t *bytes, int count, QRecLevel level, int *error) {
    errno = 0;
    QRcode *code = QRcode_encodeData(count, bytes, 0, level);
    *error = errno;
    return code;
}

#endif
