// Nothing to shim: this library's functions return their errors.
#ifndef NETLAB_CGIF_SHIM_H
#define NETLAB_CGIF_SHIM_H

#include <stdint.h>

#include <gif_lib.h>

#endif
