// SPDX-License-Identifier: MIT
// expect: ok
// flags: -latomic
// covers: atomics c++ std::atomic
// std::atomic of integers, pointers, bool, enum, double and small structures.
#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>

struct alignas(8) point {
	int32_t x, y;
};

enum class colour : uint8_t { red, green };

static std::atomic<int64_t> total;

template <typename T> static void check()
{
	std::atomic<T> a(T(1));
	T expected = 5;

	assert(a.is_lock_free());
	a = 2;
	assert(a == 2 && a.load(std::memory_order_acquire) == 2);
	a.store(3, std::memory_order_relaxed);
	assert(a.exchange(4, std::memory_order_acq_rel) == 3);
	assert(a++ == 4 && ++a == 6 && a-- == 6 && --a == 4);
	assert((a += 6) == 10 && (a -= 2) == 8 && (a |= 3) == 11 && (a &= 6) == 2 && (a ^= 1) == 3);
	assert(!a.compare_exchange_strong(expected, 9) && expected == 3);
	assert(a.compare_exchange_strong(expected, 9, std::memory_order_release,
	                                 std::memory_order_relaxed));
	assert(a.load() == 9);
}

static void run()
{
	check<int8_t>();
	check<uint16_t>();
	check<int32_t>();
	check<uint64_t>();

	std::atomic<point> p(point{1, 2});
	point seen = p.load();
	assert(p.compare_exchange_strong(seen, point{3, 4}));
	assert(p.load().y == 4);

	std::atomic<double> d(1.5);
	double half = d.load();
	assert(d.compare_exchange_strong(half, 2.5) && d == 2.5);

	std::atomic<colour> c(colour::red);
	c.store(colour::green);
	assert(c.load() == colour::green);

	int cells[3];
	std::atomic<int *> q(cells);
	assert(q.fetch_add(2) == cells && q == cells + 2);

	std::atomic_flag flag = ATOMIC_FLAG_INIT;
	assert(!flag.test_and_set() && flag.test_and_set());
	std::atomic_thread_fence(std::memory_order_seq_cst);
	total += 10;
}

int main()
{
	std::thread t(run);

	run();
	t.join();
	assert(total == 20);
	return 0;
}
