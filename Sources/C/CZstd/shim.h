// What Swift imports of this library as it is. No logic.
#ifndef NETLAB_CZSTD_SHIM_H
#define NETLAB_CZSTD_SHIM_H

#include <zstd.h>

#endif
