/* SPDX-License-Identifier: MIT */
/* LINK: -Wl,--wrap=pack_begin,--wrap=pack_end,--wrap=pack_done */
/* LINK: -Wl,--wrap=pack_bytes,--wrap=pack_text */
/* A server that behaves in an upgrade like another release.  The file name of the program
 * selects which:
 *
 *   ...more   adds a field and a part to every record of the state that it hands over, and a
 *             descriptor to the world; at the end of an upgrade it writes to standard error how
 *             many of the fields it has read, and how many were missing
 *   ...less   leaves out a field of sessions, the line for `!!`, and the users' last toggle */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/pack.h"
#include "people/player.h"

#define MORE 60000u
#define PART 60001u
#define FILE_MORE 60002u
#define WORLD_DEPTH 1u
#define SESSION_DEPTH 3u
/* tags in a session, and in the part PLAYER */
#define LAST_LINE 68u
#define PLAYER 80u
#define TOGGLES_OF 1u
#define KNOWN 2u

int server_main(int argc, char **argv);
bool __real_pack_begin(struct pack *p, unsigned tag, bool there);
bool __wrap_pack_begin(struct pack *p, unsigned tag, bool there);
void __real_pack_bytes(struct pack *p, unsigned tag, void *v, size_t size);
void __wrap_pack_bytes(struct pack *p, unsigned tag, void *v, size_t size);
void __real_pack_end(struct pack *p);
void __wrap_pack_end(struct pack *p);
void __real_pack_text(struct pack *p, unsigned tag, void *v, size_t size);
void __wrap_pack_text(struct pack *p, unsigned tag, void *v, size_t size);
void __real_pack_done(struct pack *p);
void __wrap_pack_done(struct pack *p);

static bool more, less;
static unsigned read_n, missing_n;
static unsigned begun; /* tag of the part that was begun last */

static void
carry_test_file(struct pack *p)
{
	int fd = p->reading ? -1 : STDERR_FILENO;

	pack_file(p, FILE_MORE, &fd);
	if (!p->reading)
		return;
	CHECK((fd >= 0) == (read_n > 0));
	if (fd >= 0)
		(void)close(fd);
}

void
__wrap_pack_end(struct pack *p)
{
	char text[20] = "";
	uint32_t number = 1;

	if (more) {
		if (!p->reading)
			memcpy(text, "one more", 9);
		__real_pack_text(p, MORE, text, sizeof(text));
		if (pack_begin(p, PART, true)) {
			PACK(p, 1, number);
			__real_pack_end(p);
		}
		if (p->reading)
			*(text[0] != '\0' ? &read_n : &missing_n) += 1;
		if (p->depth == WORLD_DEPTH)
			carry_test_file(p);
	}
	__real_pack_end(p);
}

bool
__wrap_pack_begin(struct pack *p, unsigned tag, bool there)
{
	begun = tag;
	return __real_pack_begin(p, tag, there);
}

void
__wrap_pack_bytes(struct pack *p, unsigned tag, void *v, size_t size)
{
	uint32_t toggles;

	if (!less || p->reading || begun != PLAYER || (tag != TOGGLES_OF && tag != KNOWN)) {
		__real_pack_bytes(p, tag, v, size);
		return;
	}
	memcpy(&toggles, v, sizeof(toggles));
	toggles &= ~(1u << (TOGGLE_COUNT - 1));
	__real_pack_bytes(p, tag, &toggles, sizeof(toggles));
}

void
__wrap_pack_text(struct pack *p, unsigned tag, void *v, size_t size)
{
	if (!less || p->depth != SESSION_DEPTH || tag != LAST_LINE)
		__real_pack_text(p, tag, v, size);
}

void
__wrap_pack_done(struct pack *p)
{
	if (more && p->reading && p->len > 0)
		(void)fprintf(
		    stderr, "one field more: %u read, %u missing\n", read_n, missing_n);
	__real_pack_done(p);
}

int
main(int argc, char **argv)
{
	size_t n = strlen(argv[0]);

	more = n >= 4 && strcmp(argv[0] + n - 4, "more") == 0;
	less = n >= 4 && strcmp(argv[0] + n - 4, "less") == 0;
	return server_main(argc, argv);
}
