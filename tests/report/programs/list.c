// SPDX-License-Identifier: MIT
// A list whose head is read twice: the second node is freed in between. Heap memory has names by
// the pointers that lead to it.
#include <pthread.h>
#include <stdlib.h>

struct node {
	struct node *next;
	int value;
};

struct list {
	struct node *head;
	int length;
};

static struct list *list;

static void push(int value)
{
	struct node *node = malloc(sizeof(*node));

	node->value = value;
	node->next = list->head;
	list->head = node;
	list->length++;
}

static void *drop_second(void *arg)
{
	struct node *second = list->head->next;

	list->head->next = NULL;
	free(second);
	return arg;
}

static void *sum(void *arg)
{
	int total = 0;

	for (struct node *n = list->head; n; n = n->next)
		total += n->value;
	return total ? arg : NULL;
}

int main(void)
{
	pthread_t a, b;

	list = calloc(1, sizeof(*list));
	push(1);
	push(2);
	pthread_create(&a, NULL, sum, NULL);
	pthread_create(&b, NULL, drop_second, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
