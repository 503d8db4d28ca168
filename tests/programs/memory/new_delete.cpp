// SPDX-License-Identifier: MIT
// expect: ok
// flags: -std=c++17 -Wno-alloc-size-larger-than
// covers: operator-new operator-delete
// Each form of new and delete, and std::bad_alloc for what cannot be had.
#include <cassert>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <thread>
#include <vector>

struct alignas(128) wide {
	char bytes[128];
};

struct counted {
	static thread_local int alive;

	counted()
	{
		alive++;
	}
	~counted()
	{
		alive--;
	}
};
thread_local int counted::alive;

static volatile size_t huge = SIZE_MAX / 2;

static void check()
{
	std::unique_ptr<int> one(new int(7));
	assert(*one == 7);

	counted *many = new counted[5];
	assert(counted::alive == 5);
	delete[] many;
	assert(counted::alive == 0);

	wide *w = new wide;
	assert(reinterpret_cast<uintptr_t>(w) % 128 == 0);
	std::memset(w->bytes, 1, sizeof(w->bytes));
	delete w;
	wide *ws = new wide[2];
	assert(reinterpret_cast<uintptr_t>(ws) % 128 == 0);
	delete[] ws;

	void *raw = ::operator new(0);
	assert(raw != nullptr);
	::operator delete(raw);
	raw = ::operator new(100, std::nothrow);
	::operator delete(raw, std::nothrow);
	raw = ::operator new(100, std::align_val_t(256));
	assert(reinterpret_cast<uintptr_t>(raw) % 256 == 0);
	::operator delete(raw, std::align_val_t(256));

	bool thrown = false;
	try {
		::operator delete(::operator new(huge));
	} catch (const std::bad_alloc &) {
		thrown = true;
	}
	assert(thrown);
	assert(::operator new(huge, std::nothrow) == nullptr);

	std::vector<std::string> strings;
	for (int i = 0; i < 20; i++)
		strings.push_back(std::string(static_cast<size_t>(i) * 5, 'x'));
	assert(strings[19].size() == 95);
}

int main()
{
	std::thread t(check);

	check();
	t.join();
	return 0;
}
