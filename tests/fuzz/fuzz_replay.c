/* SPDX-License-Identifier: MIT */
/* The files that `gammon --replay` opens, JSON (with a correct checksum) or .mat: any file must
 * be refused with a reason or be shown move by move, without terminal control sequences. */
#define _GNU_SOURCE /* memfd_create */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "client-cli/files/replay.h"
#include "tests/support/sealed.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static void
check_ascii(const char *text)
{
	for (; *text != '\0'; text++)
		CHECK(*text >= ' ' && *text <= '~');
}

static void
check_replay(struct replay *r)
{
	static char board[REPLAY_BOARD_MAX], extra[REPLAY_BOARD_MAX], line[200];
	struct position p;

	CHECK(r->n > 0 && replay_seek(r, "first"));
	for (unsigned i = 0; i < r->n; i++) {
		CHECK(r->at == i);
		replay_board_lines(r, r->name[i % 2], board, extra, line, sizeof(line));
		CHECK(position_read(board, r->moves[i].state_before.variant, NULL, &p));
		CHECK(extra[0] == '\0' || position_read_extra(extra, &p));
		check_ascii(line);
		check_ascii(r->moves[i].move_errors);
		(void)replay_seek(r, "next");
	}
	(void)replay_seek(r, "game 2");
	CHECK(r->at < r->n);
}

static void
open_replay(const void *bytes, size_t n)
{
	static struct replay r;
	int fd = memfd_create("match", MFD_CLOEXEC);
	char path[40], why[200] = "";

	CHECK(fd >= 0 && write(fd, bytes, n) == (ssize_t)n);
	(void)snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	if (replay_open(&r, path, why, sizeof(why)))
		check_replay(&r);
	else
		CHECK(strncmp(why, path, strlen(path)) == 0);
	replay_close(&r);
	CHECK(close(fd) == 0);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	size_t whole;
	char *text;

	open_replay(data, n);
	if (n > 0 && data[0] == '{') {
		text = sealed((const char *)data, n, &whole);
		open_replay(text, whole);
		free(text);
	}
	return 0;
}
