// SPDX-License-Identifier: MIT
// expect: finding exception
// where: any
// covers: start constructor exception
// The constructor of a global object throws: nobody can catch that.
#include <stdexcept>

struct config {
	config()
	{
		throw std::runtime_error("no configuration");
	}
};

static config global;

int main()
{
	return 0;
}
