// Typed shims for what Swift cannot import of this library: variadic functions and macros. No logic.
#ifndef NETLAB_CYAML_SHIM_H
#define NETLAB_CYAML_SHIM_H

#include <yaml.h>

#endif
