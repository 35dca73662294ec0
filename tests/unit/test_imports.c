/* SPDX-License-Identifier: MIT */
/* Limits of imported matches, and their removal with an account. */
#include "imports/imports.h"
#include "people/people.h"
#include "tests/support/fulldisk.h"
#include "tests/unit/test.h"

#define CONNS (IMPORT_SLOTS + 1)

static const char GO[] = "Send the text of the file now";

static void
import_match(struct fixture *h, unsigned conn, const char *name)
{
	fixture_type(h, conn, "import");
	fixture_type(h, conn, " 1 point match");
	fixture_type(h, conn, " Game 1");
	fixture_typef(h, conn, " %s : 0            eve : 0", name);
	fixture_type(h, conn, "  1) 31: 8/5 6/5            65: 24/18 18/13");
	fixture_type(h, conn, "                            Wins 1 point and the match");
	fixture_discard(h);
	fixture_type(h, conn, ".");
	fixture_advance(h, 200);
	fixture_advance(h, 200);
}

static int64_t
actions_stored(struct fixture *h)
{
	return store_counter(fixture_store(h), COUNTER_IMPORTED_ACTIONS);
}

TEST(imported_actions_are_limited_in_total)
{
	struct fixture_options o;
	struct fixture *h;
	unsigned ann;

	fixture_options_default(&o);
	o.world.imported_actions = 12;
	h = fixture_new(&o);
	ann = fixture_telnet(h, "ann");
	import_match(h, ann, "one");
	assert_non_null(strstr(fixture_read(h, ann), "Stored matches: 1, games: 1."));
	assert_in_range(actions_stored(h), 4, 12);
	import_match(h, ann, "two");
	import_match(h, ann, "three");
	assert_non_null(strstr(fixture_read(h, ann), "no room for more imported matches"));
	assert_in_range(actions_stored(h), 4, 12);
	fixture_free(&h);
}

static void
erase_user(struct world *w, void *ctx)
{
	const int64_t *user = ctx;
	struct user_record u;

	assert_true(store_user_by_id(w->store, *user, &u));
	event_publish(w, &(struct world_event){ .kind = EVENT_user_erased, .user = &u });
	store_user_erase(w->store, *user, "erased_1", 1);
}

TEST(the_matches_of_an_erased_account_are_removed)
{
	struct fixture_options o;
	struct match_record r;
	struct fixture *h;
	unsigned ann;
	int64_t user;

	fixture_options_default(&o);
	h = fixture_new(&o);
	ann = fixture_telnet(h, "ann");
	user = fixture_session(h, ann)->player->user;
	import_match(h, ann, "one");
	import_match(h, ann, "two");
	assert_true(store_match_by_id(fixture_store(h), STORE_IMPORT_BASE + 2, &r));
	assert_int_equal(r.owner, user);
	assert_string_equal(r.name[0], "two");
	fixture_drop(h, ann, NET_CLOSE_PEER);
	fixture_turn(h);
	fixture_run_in_turn(h, erase_user, &user);
	assert_false(store_match_by_id(fixture_store(h), STORE_IMPORT_BASE + 2, &r));
	for (unsigned i = 0; i < 10; i++)
		fixture_advance(h, 100);
	assert_int_equal(actions_stored(h), 0);
	assert_false(store_import_purge_dropped(fixture_store(h)));
	fixture_free(&h);
}

/* Logs CONNS users in, who begin imports until there is no room.  Returns how many have begun.
 */
static unsigned
fill_slots(struct fixture *h, unsigned conn[CONNS])
{
	unsigned n = 0;
	char name[8];

	for (unsigned i = 0; i < CONNS; i++) {
		(void)snprintf(name, sizeof(name), "user%c", (char)('a' + i));
		conn[i] = fixture_telnet(h, name);
	}
	fixture_discard(h);
	for (bool began = true; began; n += began) {
		assert_true(n < CONNS);
		fixture_type(h, conn[n], "import");
		began = strstr(fixture_read(h, conn[n]), GO) != NULL;
	}
	assert_in_range(n, IMPORT_SLOTS_PER_ADDRESS, IMPORT_SLOTS);
	return n;
}

/* An import whose text stops arriving loses its slot to another, and its sender learns this
 * from the answer to the dot. */
TEST(an_idle_import_makes_room)
{
	struct fixture *h = fixture_new(NULL);
	unsigned conn[CONNS], n = fill_slots(h, conn);

	fixture_advance(h, IMPORT_IDLE_MS);
	fixture_discard(h);
	fixture_type(h, conn[n], "import");
	assert_non_null(strstr(fixture_read(h, conn[n]), GO));
	fixture_type(h, conn[0], "1 point match");
	fixture_type(h, conn[0], ".");
	assert_non_null(strstr(fixture_read(h, conn[0]), "The import was interrupted."));
	fixture_free(&h);
}

/* An import whose text never ends loses its slot too.  The rest of the text is charged to the
 * sender's flood allowance by the byte, not by the line, so that it is read quickly. */
TEST(an_endless_import_makes_room)
{
	struct fixture *h = fixture_new(NULL);
	unsigned conn[CONNS], n = fill_slots(h, conn);

	for (unsigned ms = 0; ms < IMPORT_SEND_MS; ms += IMPORT_IDLE_MS / 2) {
		fixture_type(h, conn[n], "import");
		assert_non_null(
		    strstr(fixture_read(h, conn[n]), "The server is busy with other files."));
		for (unsigned i = 0; i < n; i++)
			fixture_type(h, conn[i], "x");
		fixture_advance(h, IMPORT_IDLE_MS / 2);
	}
	fixture_type(h, conn[n], "import");
	assert_non_null(strstr(fixture_read(h, conn[n]), GO));
	for (unsigned i = 0; i < 1000; i++)
		fixture_type(h, conn[0], "x");
	fixture_type(h, conn[0], ".");
	assert_non_null(strstr(fixture_read(h, conn[0]), "The import was interrupted."));
	fixture_free(&h);
}

TEST(line_numbers_include_empty_lines)
{
	struct fixture *h = fixture_new(NULL);
	unsigned ann = fixture_telnet(h, "ann");

	fixture_type(h, ann, "import");
	fixture_type(h, ann, "");
	fixture_type(h, ann, "");
	fixture_type(h, ann, "<html>");
	fixture_type(h, ann, ".");
	fixture_advance(h, 200);
	assert_non_null(strstr(fixture_read(h, ann), "Line 3: this is a web page"));
	fixture_free(&h);
}

TEST(a_user_reads_how_many_matches_they_have)
{
	struct fixture *h = fixture_new(NULL);
	unsigned ann = fixture_telnet(h, "ann");

	import_match(h, ann, "one");
	import_match(h, ann, "two");
	fixture_world(h)->config.imports = 1;
	fixture_discard(h);
	fixture_type(h, ann, "import");
	assert_non_null(strstr(fixture_read(h, ann), "You have 2 imported matches"));
	fixture_world(h)->config.imports = 0;
	fixture_type(h, ann, "import");
	assert_non_null(strstr(fixture_read(h, ann), "The server takes no imported matches."));
	fixture_free(&h);
}

/* Types a text with the maximum number of matches, and waits until it has been read.  Returns
 * the answer. */
static const char *
import_many(struct fixture *h, unsigned conn, const char *command, unsigned text)
{
	fixture_type(h, conn, command);
	for (unsigned i = 0; i < IMPORT_MATCHES_MAX; i++) {
		fixture_type(h, conn, " 1 point match");
		fixture_type(h, conn, " Game 1");
		fixture_typef(h, conn, " m%u_%u : 0            eve : 0", text, i);
		fixture_type(h, conn, "  1) 31: 8/5 6/5            65: 24/18 18/13");
		fixture_type(h, conn, "                            Wins 1 point and the match");
	}
	fixture_discard(h);
	fixture_type(h, conn, ".");
	while (fixture_session(h, conn)->form != NULL)
		fixture_advance(h, 200);
	return fixture_read(h, conn);
}

/* The limits on an account's and a network's imports do not apply to archived matches.
 * Archived matches do not count towards the network's limit either. */
TEST(an_operator_archives_more_matches_than_a_player_may_import)
{
	static const char ALL[] = "Stored matches: 50, games: 50.";
	const unsigned texts = IMPORT_MATCHES_PER_HOUR / 2 / IMPORT_MATCHES_MAX;
	struct fixture_options o;
	struct match_record r;
	struct fixture *h;
	unsigned olga, text = 0;

	fixture_options_default(&o);
	o.flood_limits = true;
	h = fixture_new(&o);
	olga = fixture_telnet(h, "olga");
	fixture_set_role(h, "olga", "operator");
	for (; text <= texts; text++)
		assert_non_null(strstr(import_many(h, olga, "import archive", text), ALL));
	assert_true(store_match_by_id(
	    fixture_store(h), STORE_IMPORT_BASE + text * IMPORT_MATCHES_MAX, &r));
	assert_true(r.shown_to_others);
	fixture_type(h, olga, "import");
	assert_non_null(strstr(fixture_read(h, olga), "You have 350 imported matches"));
	fixture_world(h)->config.imports = 1000;
	for (; text < 2 * texts + 1; text++)
		assert_non_null(strstr(import_many(h, olga, "import", text), ALL));
	assert_true(store_match_by_id(
	    fixture_store(h), STORE_IMPORT_BASE + text * IMPORT_MATCHES_MAX, &r));
	assert_false(r.shown_to_others);
	assert_non_null(strstr(import_many(h, olga, "import", text), "Too many matches"));
	assert_non_null(strstr(import_many(h, olga, "import archive", text + 1), ALL));
	fixture_free(&h);
}

TEST(a_header_has_no_control_characters)
{
	static const char TAGS[] =
	    "; [Event \"a\xc2\x9b"
	    "b\"]\r\n; [Round \"\x9b\x80\"]\r\n; [Site \"\xed\xa0\x80\"]\r\n";
	struct fixture *h = fixture_new(NULL);
	unsigned ann = fixture_telnet(h, "ann");
	const char *said;

	fixture_type(h, ann, "import");
	fixture_send_bytes(h, ann, TAGS, sizeof(TAGS) - 1);
	fixture_type(h, ann, " 1 point match");
	fixture_type(h, ann, " Game 1");
	fixture_type(h, ann,
	    " on\x9b"
	    "e : 0            eve : 0");
	fixture_type(h, ann, "  1) 31: 8/5 6/5            Wins 1 point and the match");
	fixture_type(h, ann, ".");
	fixture_advance(h, 200);
	fixture_discard(h);
	fixture_typef(h, ann, "export %lld mat", (long long)STORE_IMPORT_BASE + 1);
	said = fixture_read(h, ann);
	assert_non_null(strstr(said, "; [Event \"ab\"]"));
	assert_null(strstr(said, "Round"));
	assert_non_null(strstr(said, "; [Site \"\xc3\xad\"]")); /* read as Latin-1 */
	assert_null(strchr(said, '\x9b'));
	fixture_free(&h);
}

/* While the store refuses writes, a read might have to wait. */
TEST(nothing_is_read_while_the_store_refuses)
{
	struct fulldisk d;
	unsigned ann;

	fulldisk_open(&d, NULL);
	ann = fixture_telnet(d.h, "ann");
	import_match(d.h, ann, "one");
	assert_non_null(strstr(fixture_read(d.h, ann), "Stored matches: 1"));
	fixture_type(d.h, ann, "import");
	fixture_type(d.h, ann, " 1 point match");
	fulldisk_fill(&d);
	fixture_type(d.h, ann, " Game 1");
	fixture_type(d.h, ann, " one : 0            eve : 0");
	fixture_type(d.h, ann, "  1) 31: 8/5 6/5            65: 24/18 18/13");
	fixture_type(d.h, ann, "                            Wins 1 point and the match");
	fixture_discard(d.h);
	fixture_type(d.h, ann, ".");
	fixture_advance(d.h, 200);
	assert_non_null(strstr(fixture_read(d.h, ann), "has no room to save anything"));
	fulldisk_close(&d);
}

/* Types the text of a match of nine games. */
static void
import_long(struct fixture *h, unsigned conn)
{
	fixture_type(h, conn, "import");
	fixture_type(h, conn, " 9 point match");
	for (unsigned i = 0; i < 9; i++) {
		fixture_typef(h, conn, " Game %u", i + 1);
		fixture_typef(h, conn, " one : %u            eve : 0", i);
		fixture_type(h, conn, "  1) 31: 8/5 6/5            65: 24/18 18/13");
		fixture_typef(h, conn, "       Wins 1 point%s", i == 8 ? " and the match" : "");
	}
	fixture_type(h, conn, ".");
	fixture_advance(h, 200);
	fixture_advance(h, 200);
}

/* A slow reader who has received part of a match gets no more of it once it is hidden. */
TEST(a_match_that_is_hidden_again_is_read_no_further)
{
	static const char *const LINES[] = { "export 1000000001", "match 1000000001" };
	static const char *const ENDS[] = { "one : 8  ", "Moves of eve: 9." };
	struct fixture *h = fixture_new(NULL);
	const unsigned ann = fixture_telnet(h, "ann"), bob = fixture_telnet(h, "bob");

	import_long(h, ann);
	assert_non_null(strstr(fixture_read(h, ann), "games: 9."));
	for (unsigned i = 0; i < 2 * ARRAY_LEN(LINES); i++) {
		const bool hides = i % 2 == 1;
		const char *said;

		fixture_type(h, ann, "import show 1000000001");
		fixture_discard(h);
		fixture_world(h)->config.output_soft = 1;
		fixture_stall(h, bob, true);
		fixture_queue(h, bob, LINES[i / 2]);
		fixture_turn(h);
		if (hides)
			fixture_type(h, ann, "import hide 1000000001");
		fixture_world(h)->config.output_soft = 0;
		fixture_stall(h, bob, false);
		fixture_settle(h);
		said = fixture_read(h, bob);
		assert_int_equal(strstr(said, ENDS[i / 2]) == NULL, hides);
		assert_int_equal(
		    strstr(said, "** There is no match 1000000001.") != NULL, hides);
	}
	fixture_free(&h);
}

/* The rest of a file that is on its way when a match begins must not be taken for commands. */
TEST(a_match_interrupts_an_import)
{
	struct fixture *h = fixture_new(NULL);
	const unsigned ann = fixture_telnet(h, "ann"), bob = fixture_telnet(h, "bob");

	fixture_type(h, bob, "toggle ready");
	fixture_type(h, ann, "invite bob 1");
	fixture_type(h, ann, "import");
	fixture_type(h, ann, " 1 point match");
	fixture_discard(h);
	fixture_type(h, bob, "join ann");
	assert_non_null(
	    strstr(fixture_read(h, ann), "** A match begins: the import was interrupted."));
	fixture_type(h, ann, "tell bob this is a line of the file");
	assert_string_equal(fixture_read(h, ann), "");
	fixture_type(h, ann, ".");
	assert_non_null(strstr(fixture_read(h, ann), "** The import was interrupted."));
	fixture_type(h, ann, "tell bob hi");
	assert_null(strstr(fixture_read(h, bob), "this is a line"));
	fixture_free(&h);
}

static const char *
ask_analysis(struct fixture *h, unsigned conn)
{
	fixture_discard(h);
	fixture_typef(h, conn, "{\"id\":2,\"c\":\"get\",\"what\":\"analysis\",\"m\":%lld}",
	    (long long)STORE_IMPORT_BASE + 1);
	return fixture_read(h, conn);
}

TEST(spectators_read_the_analysis_of_a_match_that_is_shown)
{
	struct fixture_options o;
	struct fixture *h;
	unsigned ann, bob, visitor;

	fixture_options_default(&o);
	o.world.analyse = true;
	h = fixture_new(&o);
	ann = fixture_telnet(h, "ann");
	bob = fixture_telnet(h, "bob");
	visitor = fixture_connect(h, "10.9.9.9");
	import_match(h, ann, "one");
	fixture_typef(h, ann, "analyse %lld", (long long)STORE_IMPORT_BASE + 1);
	for (unsigned i = 0; i < 20; i++)
		fixture_advance(h, 200);
	fixture_type(h, visitor, "json 1");
	fixture_type(h, visitor, "{\"id\":1,\"c\":\"public\"}");
	assert_non_null(strstr(ask_analysis(h, visitor), "\"err\":\"gone\""));
	fixture_typef(h, ann, "import show %lld", (long long)STORE_IMPORT_BASE + 1);
	assert_non_null(strstr(ask_analysis(h, visitor), "\"seats\":[{\"decisions\":"));
	fixture_type(h, bob, "toggle ready");
	fixture_type(h, ann, "invite bob 1");
	fixture_type(h, bob, "join ann");
	assert_non_null(strstr(ask_analysis(h, visitor), "\"err\":\"denied\""));
	fixture_free(&h);
}
