/* SPDX-License-Identifier: MIT */
/* Several users at once, with structured input: each step is a line of one of six users, made
 * of meaningful commands and words (names, points, numbers, settings), or another event: lines
 * that share a turn, new and lost connections, connections that stop reading and resume, hours
 * that pass, a crash and a restart.  A step is selected by its first byte; missing bytes are
 * 0.  world_check runs after every turn. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/sbuf.h"
#include "tests/support/fixture.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define USERS 6u
#define STEPS_MAX 120u
#define TYPED_LINE_MAX 1500u

static const char *const NAMES[USERS] = { "ann", "bob", "carol", "dave", "eve", "frank" };

static const char *const COMMANDS[] = {
#define CMD(name, ...) name,
#include "cmd/commands.def"
};

#define SUB(name, ...) "tournament " name,
static const char *const TOURNAMENT_COMMANDS[] = {
#include "cmd/tournament/words.def"
};

#define TOGGLE(name, ...) #name,
static const char *const TOGGLE_NAMES[] = {
#include "people/toggles.def"
};

/* Commands of a match, so that inputs reach deep states. */
static const char *const MATCH_COMMANDS[] = { "roll", "r", "double", "accept", "reject",
	"redouble", "resign n", "resign b", "leave", "board", "join ann", "join bob",
	"invite ann 1", "invite bob 3", "invite carol unlimited", "watch ann", "move 8-5 6-5",
	"off", "save", "play", "rematch", "8/5 6/5", "m 24 23", "bar/22", "toggle ready" };

static const char *const ARGUMENTS[] = {
	"1", "0", "3", "64", "-1", "99999999999999999999", "unlimited", "ann", "bob", "carol",
	"dave", "eve", "frank", "nobody", "guest", "deleted-1", "8-5", "6/5", "bar/24",
	"24-off", "a b", "all", "new", "revoke", "add", "remove", "json", "mat", "sgf", "on",
	"off", "yes", "secret", "anew_7", "anew_7", "length", "format swiss",
	"format roundrobin", "format double", "starts +5m", "checkin 0", "clock 2:10",
	"rounds 3", "linelength", "pagelength", "boardstyle", "timezone", "Europe/Berlin",
	"language it", "variant", "nackgammon", "hyper", "10.0.0.0/8", "1h", "forever",
	"\303\244\303\266\303\274", "\314\201\314\201x", "%s%n",
	"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
};

struct fuzz_input {
	const uint8_t *at, *end;
};

static unsigned
next_byte(struct fuzz_input *in)
{
	return in->at < in->end ? *in->at++ : 0;
}

#define PICK_FROM(list, in) (list)[next_byte(in) % ARRAY_LEN(list)]

static void
make_line(struct fuzz_input *in, char *line)
{
	unsigned kind = next_byte(in), words = next_byte(in) % 4;
	struct sbuf b;

	sbuf_init(&b, line, TYPED_LINE_MAX);
	switch (kind % 5) {
	case 0:
	case 1:
		sbuf_add(&b, PICK_FROM(MATCH_COMMANDS, in));
		break;
	case 2:
		sbuf_add(&b, PICK_FROM(TOURNAMENT_COMMANDS, in));
		break;
	case 3:
		sbuf_addf(&b, "toggle %s", PICK_FROM(TOGGLE_NAMES, in));
		break;
	default:
		sbuf_add(&b, PICK_FROM(COMMANDS, in));
		break;
	}
	for (; words > 0; words--)
		sbuf_addf(&b, " %s", PICK_FROM(ARGUMENTS, in));
}

struct crowd {
	struct fixture *h;
	unsigned conn[USERS];
};

static unsigned
connect_user(struct fixture *h, unsigned i)
{
	unsigned c = i % 3 == 0   ? fixture_telnet(h, NAMES[i])
		     : i % 3 == 1 ? fixture_clip(h, NAMES[i])
				  : fixture_tiny(h, NAMES[i]);
	return c;
}

/* Tries to log in.  A user who has changed the password, or who was erased or banned, stays at
 * the login prompt. */
static unsigned
try_login(struct fixture *h, unsigned i)
{
	unsigned c = fixture_connect(h, "10.1.2.3");

	fixture_typef(h, c, "login fuzz 1008 %s %s", NAMES[i], FIXTURE_PASSWORD);
	return c;
}

static void
connect_all(struct crowd *w, bool first)
{
	for (unsigned i = 0; i < USERS; i++)
		w->conn[i] = first ? connect_user(w->h, i) : try_login(w->h, i);
}

static void
type_random_line(struct crowd *w, struct fuzz_input *in, unsigned who, bool wait)
{
	char line[TYPED_LINE_MAX];

	make_line(in, line);
	if (!fixture_is_open(w->h, w->conn[who]))
		return;
	if (wait)
		fixture_queue(w->h, w->conn[who], line);
	else
		fixture_type(w->h, w->conn[who], line);
}

static void
do_event(struct crowd *w, struct fuzz_input *in, unsigned what, unsigned who)
{
	static const int64_t later_ms[] = { 50, 1000, 31000, 300000, 3700000, 90000000 };
	bool open = fixture_is_open(w->h, w->conn[who]);

	switch (what) {
	case 0:
		fixture_advance(w->h, PICK_FROM(later_ms, in));
		return;
	case 1:
		if (open)
			fixture_drop(w->h, w->conn[who], next_byte(in) % 5);
		else
			w->conn[who] = try_login(w->h, who);
		return;
	case 2:
		if (open)
			fixture_stall(w->h, w->conn[who], next_byte(in) % 2 == 0);
		return;
	case 3:
		fixture_restart(w->h);
		connect_all(w, false);
		return;
	case 4:
		if (open) {
			size_t n = (size_t)(in->end - in->at);

			n = n < 40 ? n : 40;
			fixture_send_bytes(w->h, w->conn[who], in->at, n);
			in->at += n;
		}
		return;
	default:
		fixture_turn(w->h);
		return;
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct crowd w = { .h = fixture_new(NULL) };
	struct fuzz_input in = { data, data + size };

	connect_all(&w, true);
	fixture_set_role(w.h, NAMES[USERS - 1], "admin");
	for (unsigned i = 0; i < STEPS_MAX && in.at < in.end && !fixture_has_ended(w.h); i++) {
		unsigned step = next_byte(&in), who = step % USERS;

		if (step >= 216)
			do_event(&w, &in, (step - 216) / USERS, who);
		else
			type_random_line(&w, &in, who, step >= 150);
		fixture_discard(w.h);
	}
	if (!fixture_has_ended(w.h)) {
		fixture_settle(w.h);
		(void)fixture_warned(w.h, "match_corrupt");
	}
	fixture_free(&w.h);
	return 0;
}
