/* SPDX-License-Identifier: MIT */
/* Files of matches from other programs: any text is refused with a note or gives actions that
 * replay to the state reported, and names that are UTF-8 without control characters. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "proto/matchread.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static void
check_printable(const char *text)
{
	for (; *text != '\0'; text++)
		CHECK((unsigned char)*text >= ' ' && *text != 0x7f);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static struct matchread m;
	static struct action action[MATCHREAD_ACTIONS_MAX];
	static struct move_space space;
	struct match_state state;
	struct match_events ev;
	char *text = malloc(n + 1);
	bool read;

	CHECK(text != NULL);
	memcpy(text, data, n);
	text[n] = '\0';
	m.action = action;
	read = matchread(&m, text, n, &space);
	free(text);
	CHECK(read || m.notes_len > 0);
	CHECK(m.n <= MATCHREAD_ACTIONS_MAX && m.notes_len <= MATCHREAD_NOTES_MAX);
	match_init(&state, VARIANT_FIBS, m.state.length);
	for (unsigned i = 0; i < m.n; i++)
		CHECK(match_apply(&state, &m.action[i], &space, &ev).err == MATCH_OK);
	CHECK(memcmp(&state, &m.state, sizeof(state)) == 0);
	for (unsigned i = 0; i < 2; i++)
		check_printable(m.name[i]);
	for (unsigned i = 0; i < INFO_COUNT; i++)
		check_printable(m.info[i]);
	return 0;
}
