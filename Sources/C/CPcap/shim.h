// Typed shims for variadic functions and macros, which Swift cannot import. No logic.
#ifndef NETLAB_CPCAP_SHIM_H
#define NETLAB_CPCAP_SHIM_H

#include <pcap/pcap.h>

#endif
