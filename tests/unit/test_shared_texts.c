/* SPDX-License-Identifier: MIT */
/* Texts and boards that are made once and sent to several watchers.  In every game, with each
 * board style, language, direction and side, a watcher among many is sent the same bytes as one
 * who watches alone. */
#include "proto/boardtext.h"
#include "tests/support/fixture.h"
#include "tests/support/people.h"
#include "tests/unit/test.h"

#define SETTING_COMBINATIONS 36u /* 3 styles, 3 languages, 2 directions, 2 sides */
/* the last six repeat the first settings */
#define TELNET_WATCHERS (SETTING_COMBINATIONS + 6)
#define WATCHERS (TELNET_WATCHERS + 4)
#define LINES 40u        /* commands typed in each game */
#define WATCHER_PARTS 4u /* in each game, one watcher in four also watches alone */
#define SENT_MAX (256u * 1024)

struct watcher {
	unsigned conn;
	struct sbuf sent;
	char text[SENT_MAX];
};

static struct watcher watchers_together[WATCHERS], watcher_alone;

static unsigned
log_in(struct fixture *h, unsigned i)
{
	char name[] = { 'w', (char)('a' + i % 26), (char)('a' + i / 26), '\0' };
	unsigned conn = i < TELNET_WATCHERS       ? fixture_telnet(h, name)
			: i < TELNET_WATCHERS + 2 ? fixture_clip(h, name)
						  : fixture_tiny(h, name);

	fixture_typef(h, conn, "watch %s", i % 2 == 0 ? "ann" : "bob");
	if (i >= TELNET_WATCHERS)
		return conn;
	i = i % SETTING_COMBINATIONS / 2;
	fixture_typef(h, conn, "set boardstyle %u", i % BOARDSTYLES + 1);
	i /= BOARDSTYLES;
	fixture_typef(h, conn, "set language %s", CATALOGUES[i % LANG_COUNT].code);
	if (i / LANG_COUNT == 1)
		fixture_type(h, conn, "set direction home");
	return conn;
}

/* Types the next line of a player whose turn it is. */
static void
play(struct fixture *h, unsigned conn, struct rng *rng)
{
	static struct move_space space;
	const struct session *s = fixture_session(h, conn);
	unsigned long moves = 0;
	char text[128];
	struct sbuf line;

	SBUF_INIT(&line, text);
	if (s->match != 0 && people_play(h, s, rng, &space, &line, &moves))
		fixture_type(h, conn, text);
}

/* Starts a match and collects what these watchers are sent. */
static void
watch_game(const char *game, struct watcher *w, unsigned first, unsigned n)
{
	struct fixture *h = fixture_new(NULL);
	const unsigned players[] = { fixture_telnet(h, "ann"), fixture_telnet(h, "bob") };
	struct rng rng;

	rng_seed(&rng, 7);
	for (unsigned i = 0; i < 2; i++)
		fixture_type(h, players[i], "toggle ready");
	for (unsigned i = 0; i < n; i++) {
		w[i].conn = log_in(h, first + i);
		SBUF_INIT(&w[i].sent, w[i].text);
	}
	fixture_discard(h);
	fixture_typef(h, players[0], "invite bob 3 %s", game);
	fixture_type(h, players[1], "join ann");
	for (unsigned i = 0; i < LINES; i++)
		play(h, players[i % 2], &rng);
	for (unsigned i = 0; i < n; i++) {
		sbuf_add(&w[i].sent, fixture_read(h, w[i].conn));
		assert_true(sbuf_ok(&w[i].sent));
	}
	fixture_free(&h);
}

TEST(watchers_among_many_are_sent_what_they_are_sent_alone)
{
	for (const struct variant *v = VARIANTS; v->name != NULL; v++) {
		watch_game(v->name, watchers_together, 0, WATCHERS);
		for (unsigned i = (unsigned)(v - VARIANTS) % WATCHER_PARTS; i < WATCHERS;
		     i += WATCHER_PARTS) {
			watch_game(v->name, &watcher_alone, i, 1);
			assert_true(fixture_count_text(watcher_alone.text, "\n") > LINES);
			assert_string_equal(watchers_together[i].text, watcher_alone.text);
			assert_null(strstr(watcher_alone.text, "board:You:"));
		}
	}
}
