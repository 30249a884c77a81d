// Typed shims for what Swift cannot import of this library: variadic functions and macros. No logic.
#ifndef NETLAB_CPCAP_SHIM_H
#define NETLAB_CPCAP_SHIM_H

#include <pcap/pcap.h>

#endif
