// Typed shims for what Swift cannot import of this library: variadic functions and macros. No logic.
#ifndef NETLAB_CCURL_SHIM_H
#define NETLAB_CCURL_SHIM_H

#include <curl/curl.h>

#endif
