/* SPDX-License-Identifier: MIT */
#include "runtime/rt.h"

#include <dlfcn.h>

struct real_functions real;

void real_init(void)
{
#define REAL(ret, name, params) real.name = dlsym(RTLD_NEXT, #name);
#include "runtime/real.def"
#undef REAL
}
