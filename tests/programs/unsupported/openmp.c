// SPDX-License-Identifier: MIT
// expect: error
// only: gcc
// flags: -fopenmp
// message: OpenMP
// covers: openmp
// libgomp waits in the kernel without asking anybody.
int main(void)
{
	int sum = 0;

#pragma omp parallel for reduction(+ : sum) num_threads(2)
	for (int i = 0; i < 10; i++)
		sum += i;
	return sum != 45;
}
