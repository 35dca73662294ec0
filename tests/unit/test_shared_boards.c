/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* LINK: -Wl,--wrap=drawings_tell,--wrap=drawings_tell_new */
/* Boards that are drawn once for several recipients: in every game, players and watchers of
 * each board style, language, direction and side get the same text as if it were drawn for them
 * alone. */
#include "proto/boardtext.h"
#include "tell/tell_internal.h"
#include "tests/support/fixture.h"
#include "tests/support/people.h"
#include "tests/unit/test.h"

#define PLAYERS 2u /* the first two connections */
#define READERS 42u
#define LINES 40u /* typed in each game */

struct table {
	struct fixture *h;
	unsigned conn[READERS];
	unsigned n;
};

typedef void draw_fn(struct world *w, struct drawings *all, enum seat view, struct session *to);
draw_fn __real_drawings_tell, __real_drawings_tell_new;
draw_fn __wrap_drawings_tell, __wrap_drawings_tell_new;

static unsigned boards; /* compared */

static void
collect(void *ctx, const char *text, size_t n)
{
	sbuf_addn(ctx, text, n);
}

/* Calls `draw`, but keeps the text instead of sending it. */
static void
keep(draw_fn *draw, struct world *w, struct drawings *all, enum seat view, struct session *to,
    struct sbuf *text)
{
	const struct out out = to->out;

	to->out.write = collect;
	to->out.ctx = text;
	draw(w, all, view, to);
	to->out = out;
	assert_true(sbuf_ok(text));
}

static void
compare(
    draw_fn *draw, struct world *w, struct drawings *all, enum seat view, struct session *to)
{
	struct drawings alone = { .m = all->m, .state = all->state };
	const uint64_t seen = to->board_seen;
	char text[2][2 * BOARDTEXT_MAX];
	struct sbuf b[2];

	SBUF_ON(&b[0], text[0]);
	SBUF_ON(&b[1], text[1]);
	keep(draw, w, &alone, view, to, &b[0]);
	drawings_free(&alone);
	to->board_seen = seen;
	keep(draw, w, all, view, to, &b[1]);
	assert_string_equal(text[1], text[0]);
	boards += b[0].len > 0;
	to->board_seen = seen;
	draw(w, all, view, to);
}

void
__wrap_drawings_tell(struct world *w, struct drawings *all, enum seat view, struct session *to)
{
	compare(__real_drawings_tell, w, all, view, to);
}

void
__wrap_drawings_tell_new(
    struct world *w, struct drawings *all, enum seat view, struct session *to)
{
	compare(__real_drawings_tell_new, w, all, view, to);
}

static void
add(struct table *t, unsigned conn, unsigned watches)
{
	fixture_typef(t->h, conn, "watch %s", watches == 0 ? "ann" : "bob");
	t->conn[t->n++] = conn;
}

static void
add_telnet(struct table *t, unsigned i)
{
	char name[] = { 'w', (char)('a' + i % 26), (char)('a' + i / 26), '\0' };
	unsigned conn = fixture_telnet(t->h, name);

	fixture_typef(t->h, conn, "set boardstyle %u", i % BOARDSTYLES + 1);
	i /= BOARDSTYLES;
	fixture_typef(t->h, conn, "set language %s", CATALOGUES[i % LANG_COUNT].code);
	i /= LANG_COUNT;
	if (i % 2 == 1)
		fixture_type(t->h, conn, "set direction home");
	add(t, conn, i / 2);
}

/* Lets all follow a match of that game between the first two. */
static struct table
table_of(const char *game)
{
	struct table t = { .h = fixture_new(NULL), .n = PLAYERS };

	t.conn[0] = fixture_telnet(t.h, "ann");
	t.conn[1] = fixture_telnet(t.h, "bob");
	for (unsigned i = 0; i < PLAYERS; i++)
		fixture_type(t.h, t.conn[i], "toggle ready");
	for (unsigned i = 0; i < BOARDSTYLES * LANG_COUNT * 2 * 2; i++)
		add_telnet(&t, i);
	for (unsigned i = 0; i < 2; i++) {
		add(&t, fixture_clip(t.h, i == 0 ? "ca" : "cb"), i);
		add(&t, fixture_tiny(t.h, i == 0 ? "ta" : "tb"), i);
	}
	assert_int_equal(t.n, READERS);
	fixture_typef(t.h, t.conn[0], "invite bob 1 %s", game);
	fixture_type(t.h, t.conn[1], "join ann");
	assert_true(fixture_session(t.h, t.conn[0])->match != 0);
	return t;
}

static void
play(struct table *t)
{
	struct move_space *space = malloc(sizeof(*space));
	struct rng rng;

	assert_non_null(space);
	rng_seed(&rng, 7);
	for (unsigned i = 0; i < LINES; i++) {
		const struct session *s = fixture_session(t->h, t->conn[i % 2]);
		unsigned long moves = 0;
		char text[128];
		struct sbuf line;

		SBUF_ON(&line, text);
		if (s->match != 0 && people_play(t->h, s, &rng, space, &line, &moves))
			fixture_type(t->h, t->conn[i % 2], text);
		fixture_discard(t->h);
	}
	free(space);
}

TEST(shared_boards_are_those_drawn_for_each_recipient_alone)
{
	for (const struct variant *v = VARIANTS; v->name != NULL; v++) {
		struct table t = table_of(v->name);

		boards = 0;
		play(&t);
		assert_true(boards >= 5 * READERS);
		fixture_free(&t.h);
	}
}
