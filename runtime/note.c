/* SPDX-License-Identifier: MIT */
/* The ELF note that tells which scree built an executable (event/wire.h). */
#include "base/version.h"
#include "event/wire.h"

struct version_note {
	uint32_t name_size, desc_size, type;
	char name[(sizeof(WIRE_NOTE_NAME) + 3) & ~3u];
	char desc[(sizeof(SCREE_VERSION) + 3) & ~3u];
};

__attribute__((section(".note.scree"), used, aligned(4))) static const struct version_note note = {
        .name_size = sizeof(WIRE_NOTE_NAME),
        .desc_size = sizeof(SCREE_VERSION),
        .type = WIRE_NOTE_TYPE,
        .name = WIRE_NOTE_NAME,
        .desc = SCREE_VERSION,
};
