// SPDX-License-Identifier: MIT
// expect: finding use-after-free
// where: any
// covers: use-after-free operator-delete
// A reference into a vector outlives the vector's storage.
#include <thread>
#include <vector>

static volatile int sink;

static void run()
{
	std::vector<int> v(4, 1);
	int &first = v[0];

	v.resize(1000);
	sink = first;
}

int main()
{
	std::thread t(run);

	t.join();
	return 0;
}
