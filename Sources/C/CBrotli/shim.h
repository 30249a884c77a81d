// The parts of this library in use. No logic.
#ifndef NETLAB_CBROTLI_SHIM_H
#define NETLAB_CBROTLI_SHIM_H

#include <brotli/decode.h>
#include <brotli/encode.h>

#endif
