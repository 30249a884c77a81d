// Typed shims for variadic functions and macros, which Swift cannot import. No logic.
#ifndef NETLAB_CYAML_SHIM_H
#define NETLAB_CYAML_SHIM_H

#include <yaml.h>

#endif
