/* SPDX-License-Identifier: MIT */
/* LINK: -Wl,--wrap=pack_begin_part,--wrap=pack_end_part,--wrap=pack_destroy */
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

#define TAG_NEW_FIELD 60000u
#define TAG_NEW_PART 60001u
#define TAG_NEW_FILE 60002u
#define WORLD_DEPTH 1u
#define SESSION_DEPTH 3u
/* tags in a session, and in the part TAG_PLAYER */
#define TAG_LAST_LINE 68u
#define TAG_PLAYER 80u
#define TAG_TOGGLES 1u
#define TAG_KNOWN_TOGGLES 2u

int server_main(int argc, char **argv);
bool __real_pack_begin_part(struct pack *p, unsigned tag, bool there);
bool __wrap_pack_begin_part(struct pack *p, unsigned tag, bool there);
void __real_pack_bytes(struct pack *p, unsigned tag, void *v, size_t size);
void __wrap_pack_bytes(struct pack *p, unsigned tag, void *v, size_t size);
void __real_pack_end_part(struct pack *p);
void __wrap_pack_end_part(struct pack *p);
void __real_pack_text(struct pack *p, unsigned tag, void *v, size_t size);
void __wrap_pack_text(struct pack *p, unsigned tag, void *v, size_t size);
void __real_pack_destroy(struct pack *p);
void __wrap_pack_destroy(struct pack *p);

static bool write_more, write_less;
static unsigned extra_read, extra_missing;
static unsigned last_begun_tag; /* tag of the part that was begun last */

static void
carry_test_file(struct pack *p)
{
	int fd = p->reading ? -1 : STDERR_FILENO;

	pack_fd(p, TAG_NEW_FILE, &fd);
	if (!p->reading)
		return;
	CHECK((fd >= 0) == (extra_read > 0));
	if (fd >= 0)
		(void)close(fd);
}

void
__wrap_pack_end_part(struct pack *p)
{
	char text[20] = "";
	uint32_t number = 1;

	if (write_more) {
		if (!p->reading)
			memcpy(text, "one more", 9);
		__real_pack_text(p, TAG_NEW_FIELD, text, sizeof(text));
		if (pack_begin_part(p, TAG_NEW_PART, true)) {
			PACK(p, 1, number);
			__real_pack_end_part(p);
		}
		if (p->reading)
			*(text[0] != '\0' ? &extra_read : &extra_missing) += 1;
		if (p->depth == WORLD_DEPTH)
			carry_test_file(p);
	}
	__real_pack_end_part(p);
}

bool
__wrap_pack_begin_part(struct pack *p, unsigned tag, bool there)
{
	last_begun_tag = tag;
	return __real_pack_begin_part(p, tag, there);
}

void
__wrap_pack_bytes(struct pack *p, unsigned tag, void *v, size_t size)
{
	uint32_t toggles;

	if (!write_less || p->reading || last_begun_tag != TAG_PLAYER ||
	    (tag != TAG_TOGGLES && tag != TAG_KNOWN_TOGGLES)) {
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
	if (!write_less || p->depth != SESSION_DEPTH || tag != TAG_LAST_LINE)
		__real_pack_text(p, tag, v, size);
}

void
__wrap_pack_destroy(struct pack *p)
{
	if (write_more && p->reading && p->len > 0)
		(void)fprintf(
		    stderr, "one field more: %u read, %u missing\n", extra_read, extra_missing);
	__real_pack_destroy(p);
}

int
main(int argc, char **argv)
{
	size_t n = strlen(argv[0]);

	write_more = n >= 4 && strcmp(argv[0] + n - 4, "more") == 0;
	write_less = n >= 4 && strcmp(argv[0] + n - 4, "less") == 0;
	return server_main(argc, argv);
}
