#!/bin/bash
# SPDX-License-Identifier: MIT
# A library that is loaded at run time finds the runtime in the program, instrumented or not.
# shellcheck source=tests/driver/lib.sh
. "$(dirname "$0")/lib.sh"
need_runtime

cat >main.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
int main(int argc, char **argv)
{
	Dl_info found;
	void *lib = dlopen(argv[argc - 1], RTLD_NOW);
	void *(*entry)(void) = lib ? (void *(*)(void))dlsym(lib, "entry") : 0;
	if (!entry || !dladdr(entry(), &found)) {
		printf("%s\n", dlerror());
		return 1;
	}
	printf("%s\n", found.dli_fname);
	return 0;
}
END
printf 'int value;\nextern void __tsan_init(void);\nvoid *entry(void) { value++; return (void *)__tsan_init; }\n' >lib.c

# The program knows nothing of C++; the library brings its own, which nobody else sees.
cat >throws.cc <<'END'
#include <stdexcept>
static int counted;
static void count(int n)
{
	if (n < 0)
		throw std::runtime_error("negative");
	counted += n;
}
extern "C" void *entry()
{
	try {
		count(-1);
	} catch (const std::runtime_error &) {
		return reinterpret_cast<void *>(&entry);
	}
	return nullptr;
}
END

loads() {
	silent "library" "$SCREE" cc -fPIC -shared lib.c -o lib.so
	silent "program" "$SCREE" cc main.c -o main
	passes "load" ./main ./lib.so
	[ "$(cat out)" = "./main" ] || fail "__tsan_init of a library is in '$(cat out)', not in the program"
	silent "library of gcc" gcc -fPIC -shared lib.c -o lib.so
	passes "load" ./main ./lib.so
	silent "library of C++" "$SCREE" c++ -fPIC -shared throws.cc -o throws.so
	passes "throw in a library" ./main ./throws.so
	silent "library of g++" g++ -fPIC -shared throws.cc -o throws.so
	passes "throw in a library" ./main ./throws.so
}
each_compiler loads
verdict
