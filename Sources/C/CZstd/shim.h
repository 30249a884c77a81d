// Swift imports this library unchanged. No logic.
#ifndef NETLAB_CZSTD_SHIM_H
#define NETLAB_CZSTD_SHIM_H

#include <zstd.h>

#endif
