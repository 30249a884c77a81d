// Typed shims for what Swift cannot import of this library: variadic functions and macros. No logic.
#ifndef NETLAB_CJPEG_SHIM_H
#define NETLAB_CJPEG_SHIM_H

#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>

#endif
