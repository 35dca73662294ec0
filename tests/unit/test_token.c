/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* Tokens: their text and hash, what the store keeps, and logging in with them despite clock
 * changes, full disks and moderators' actions. */
#include "fair/token.h"
#include "people/people.h"
#include "output/output.h"
#include "tests/support/fulldisk.h"
#include "tests/support/fixture.h"
#include "tests/support/folder.h"
#include "tests/support/memstore.h"
#include "tests/unit/test.h"

#define SORRY "** Sorry, the server has no room to save anything just now."
#define DAY_S 86400

/* ---- text and hash ---- */

TEST(a_token_is_32_digits)
{
	static const char *const bad[] = { "", "0", "00112233445566778899aabbccddeef",
		"00112233445566778899aabbccddeeff0", "00112233445566778899aabbccddeefg",
		"00112233445566778899aabbccddee f", "0x112233445566778899aabbccddeeff" };
	uint8_t token[TOKEN_BYTES];
	char text[TOKEN_TEXT_MAX];

	assert_true(token_parse("00112233445566778899AAbbccddeeff", token));
	for (unsigned i = 0; i < TOKEN_BYTES; i++)
		assert_int_equal(token[i], i * 0x11);
	token_text(token, text);
	assert_string_equal(text, "00112233445566778899aabbccddeeff");
	for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_false(token_parse(bad[i], token));
	assert_int_equal(token[15], 0xff); /* unchanged */
}

/* The result of sha256sum for the 32 digits. */
TEST(the_hash_of_a_token_is_sha256)
{
	static const uint8_t want[TOKEN_HASH_BYTES] = { 0x59, 0x47, 0xd7, 0xc3, 0x3d, 0x78,
		0x3f, 0x94, 0xb3, 0xb4, 0xc1, 0xa9, 0x6e, 0xbc, 0x89, 0x91, 0xed, 0x28, 0xf1,
		0xb0, 0x69, 0xb7, 0x1e, 0x03, 0x37, 0x6c, 0xba, 0x8c, 0xaa, 0x98, 0xa7, 0x20 };
	uint8_t token[TOKEN_BYTES], hash[TOKEN_HASH_BYTES];

	assert_true(token_parse("00112233445566778899aabbccddeeff", token));
	token_hash(token, hash);
	assert_memory_equal(hash, want, sizeof(want));
}

/* ---- the store ---- */

static struct store *
open_store(int64_t user_out[2])
{
	static const char *const names[] = { "ann", "bob" };
	struct store *s;

	assert_int_equal(memstore_open(&s, NULL), STORE_OK);
	for (unsigned i = 0; i < 2; i++) {
		struct user_record u = { .rating = 1500 };

		(void)snprintf(u.name, sizeof(u.name), "%s", names[i]);
		user_out[i] = store_user_create(s, &u);
		assert_int_not_equal(user_out[i], 0);
	}
	assert_int_equal(store_commit(s, NULL), STORE_OK);
	return s;
}

static struct token_record
record(int64_t user, uint8_t byte, int64_t until_s)
{
	struct token_record t = { .user = user, .until_s = until_s, .client_mode = "clip" };

	memset(t.hash, byte, sizeof(t.hash));
	return t;
}

/* Returns "USER UNTIL MODE MATCH", followed by "old" for the previous token, or "" if the token
 * is unknown. */
static const char *
found(struct store *s, uint8_t byte)
{
	static char text[100];
	struct token_record key = record(0, byte, 0);
	struct token_record t;

	if (!store_token_find(s, key.hash, &t))
		return "";
	assert_memory_equal(t.hash, key.hash, sizeof(t.hash));
	(void)snprintf(text, sizeof(text), "%lld %lld %s %lld%s", (long long)t.user,
	    (long long)t.until_s, t.client_mode, (long long)t.match, t.old ? " old" : "");
	return text;
}

static void
use(struct store *s, uint8_t byte, uint8_t next, int64_t until_s)
{
	struct token_record key = record(0, byte, 0), n = record(0, next, 0);
	struct token_record t;

	assert_true(store_token_find(s, key.hash, &t));
	store_token_use(s, &t, n.hash, until_s);
	assert_int_equal(store_commit(s, NULL), STORE_OK);
}

TEST(the_store_keeps_the_newest_and_the_previous_token)
{
	int64_t user[2];
	struct store *s = open_store(user);
	struct token_record t = record(user[0], 1, 100);

	assert_string_equal(found(s, 1), "");
	assert_int_equal(store_token_until(s, user[0]), 0);
	store_token_set(s, &t);
	assert_string_equal(found(s, 1), "1 100 clip 0");
	assert_int_equal(store_token_until(s, user[0]), 100);
	assert_int_equal(store_token_until(s, user[1]), 0);
	use(s, 1, 2, 200);
	assert_string_equal(found(s, 1), "1 100 clip 0 old");
	assert_string_equal(found(s, 2), "1 200 clip 0");
	/* the new token was never received, because the old one is used */
	use(s, 1, 3, 300);
	assert_string_equal(found(s, 1), "");
	assert_string_equal(found(s, 2), "");
	assert_string_equal(found(s, 3), "1 300 clip 0");
	/* the new token was received, because it is used */
	use(s, 3, 4, 400);
	use(s, 4, 5, 500);
	assert_string_equal(found(s, 3), "");
	assert_string_equal(found(s, 4), "1 400 clip 0 old");
	assert_int_equal(store_token_until(s, user[0]), 500);
	/* a token requested explicitly voids all earlier tokens */
	t = record(user[0], 6, 600);
	(void)snprintf(t.client_mode, sizeof(t.client_mode), "telnet");
	store_token_set(s, &t);
	assert_string_equal(found(s, 4), "");
	assert_string_equal(found(s, 5), "");
	assert_string_equal(found(s, 6), "1 600 telnet 0");
	store_token_revoke(s, user[0]);
	store_token_revoke(s, user[0]);
	assert_string_equal(found(s, 6), "");
	assert_int_equal(store_commit(s, NULL), STORE_OK);
	store_close(&s);
}

TEST(the_match_is_stored_with_the_token)
{
	int64_t user[2];
	struct store *s = open_store(user);
	struct match_record m = { .user = { user[0], user[1] },
		.length = 5,
		.variant = "backgammon",
		.created_ms = 1,
		.winner = -1 };
	struct token_record t = record(user[0], 1, 100);

	m.id = store_match_create(s, &m);
	assert_int_equal(m.id, 1);
	store_token_match(s, user[0], m.id); /* the user has no token */
	store_token_set(s, &t);
	assert_string_equal(found(s, 1), "1 100 clip 0");
	store_token_match(s, user[0], m.id);
	assert_string_equal(found(s, 1), "1 100 clip 1");
	use(s, 1, 2, 200);
	assert_string_equal(found(s, 1), "1 100 clip 1 old");
	assert_string_equal(found(s, 2), "1 200 clip 1");
	store_token_match(s, user[0], 0);
	assert_string_equal(found(s, 2), "1 200 clip 0");
	assert_int_equal(store_commit(s, NULL), STORE_OK);
	store_token_match(s, user[0], 99);
	assert_int_equal(store_commit(s, NULL), STORE_BROKEN); /* the match does not exist */
	store_close(&s);
}

TEST(erasing_an_account_deletes_its_token)
{
	int64_t user[2];
	struct store *s = open_store(user);
	struct token_record a = record(user[0], 1, 100), b = record(user[1], 2, 100);

	store_token_set(s, &a);
	store_token_set(s, &b);
	store_user_erase(s, user[0], "nobody1", 7);
	assert_int_equal(store_commit(s, NULL), STORE_OK);
	assert_string_equal(found(s, 1), "");
	assert_string_equal(found(s, 2), "2 100 clip 0");
	store_close(&s);
}

TEST(expired_tokens_are_deleted_in_slices)
{
	struct store *s;

	assert_int_equal(memstore_open(&s, NULL), STORE_OK);
	for (int i = 0; i < 10; i++) {
		struct user_record u = { .rating = 1500 };
		struct token_record t;

		(void)snprintf(u.name, sizeof(u.name), "user_%c", 'a' + i);
		t = record(store_user_create(s, &u), (uint8_t)(i + 1), 100 + i);
		store_token_set(s, &t);
	}
	assert_int_equal(store_commit(s, NULL), STORE_OK);
	assert_int_equal(store_tokens_delete_expired(s, 99, 5), 0);
	assert_int_equal(store_tokens_delete_expired(s, 106, 5), 5);
	assert_string_equal(found(s, 5), "");
	assert_string_equal(found(s, 6), "6 105 clip 0");
	assert_int_equal(store_tokens_delete_expired(s, 106, 5), 2);
	assert_int_equal(store_tokens_delete_expired(s, 106, 5), 0);
	assert_string_equal(found(s, 8), "8 107 clip 0");
	assert_int_equal(store_commit(s, NULL), STORE_OK);
	store_close(&s);
}

/* ---- the server ---- */

/* Returns the token in a connection's output. */
static const char *
token_of_output(const char *text)
{
	static char token[8][TOKEN_TEXT_MAX];
	static unsigned next;
	const char *at = strstr(text, "\ntoken:");

	if (at == NULL && strncmp(text, "token:", 6) == 0)
		at = text - 1;
	if (at == NULL)
		return NULL;
	next = (next + 1) % 8;
	(void)snprintf(token[next], sizeof(token[next]), "%s", at + 7);
	return token[next];
}

static const char *
ask(struct fixture *h, unsigned conn)
{
	const char *token;

	(void)fixture_read(h, conn);
	fixture_type(h, conn, "token new");
	token = token_of_output(fixture_read(h, conn));
	assert_non_null(token);
	return token;
}

/* Connects and logs in with a token.  Returns whether that succeeded. */
static bool
comes(struct fixture *h, const char *addr, const char *name, const char *token,
    unsigned *conn_out, const char **next_out)
{
	const struct session *s;
	const char *text;

	*conn_out = fixture_connect(h, addr);
	(void)fixture_read(h, *conn_out);
	fixture_typef(h, *conn_out, "login test 1008 %s token:%s", name, token);
	s = fixture_session(h, *conn_out);
	text = fixture_read(h, *conn_out);
	*next_out = token_of_output(text);
	return s != NULL && s->state == ST_ONLINE;
}

static bool
can_log_in(struct fixture *h, const char *name, const char *token)
{
	const char *next;
	unsigned conn;
	bool in = comes(h, "127.0.0.1", name, token, &conn, &next);

	fixture_drop(h, conn, NET_CLOSE_PEER);
	return in;
}

FIXTURE_TEST(a_token_is_valid_for_a_day)
{
	unsigned ann = fixture_clip(h, "ann");
	const char *token = ask(h, ann), *next;

	fixture_drop(h, ann, NET_CLOSE_PEER);
	fixture_advance(h, (int64_t)(DAY_S - 1) * 1000);
	assert_true(comes(h, "127.0.0.1", "ann", token, &ann, &next));
	fixture_drop(h, ann, NET_CLOSE_PEER);
	/* using the old token does not extend its day; the new one has a full day */
	fixture_advance(h, 1000);
	assert_false(can_log_in(h, "ann", token));
	fixture_advance(h, (int64_t)(DAY_S - 2) * 1000);
	assert_true(can_log_in(h, "ann", next));
	fixture_advance(h, (int64_t)DAY_S * 1000);
	assert_false(can_log_in(h, "ann", next));
}

FIXTURE_TEST(expired_tokens_are_cleaned_up)
{
	char name[16];

	for (int i = 0; i < 450; i++) {
		unsigned conn;

		(void)snprintf(name, sizeof(name), "us_%c%c%c", 'a' + i / 100,
		    'a' + i / 10 % 10, 'a' + i % 10);
		conn = fixture_tiny(h, name);
		(void)ask(h, conn);
		fixture_drop(h, conn, NET_CLOSE_PEER);
	}
	fixture_advance(h, (int64_t)DAY_S * 1000 + 1000);
	fixture_advance(h, 1000); /* tokens are deleted 200 at a time */
	assert_int_not_equal(store_token_until(fixture_store(h), 450), 0);
	fixture_advance(h, 1000);
	fixture_advance(h, 1000);
	for (int64_t id = 1; id <= 450; id++)
		assert_int_equal(store_token_until(fixture_store(h), id), 0);
}

/* A wrong token counts as a wrong password for the address and the connection, but needs no
 * hashing. */
TEST(wrong_tokens_are_penalised_and_need_no_hashing)
{
	struct fixture_options o;
	struct fixture *h;
	const char *token, *next;
	unsigned ann, x;

	fixture_options_default(&o);
	o.flood_limits = true;
	h = fixture_new(&o);
	ann = fixture_clip(h, "ann");
	token = ask(h, ann);
	fixture_hold_work(h, true, 0); /* not even a password could be queued */
	assert_false(
	    comes(h, "10.1.1.1", "ann", "00112233445566778899aabbccddeeff", &x, &next));
	assert_int_equal(fixture_penalty(h, x), 5);
	assert_true(fixture_is_paused(h, x));
	assert_int_equal(fixture_session(h, x)->failed_logins, 1);
	assert_string_equal(fixture_read(h, x), "");
	/* another user's valid token, and an unknown user, are treated alike */
	assert_false(comes(h, "10.1.1.2", "bob", token, &x, &next));
	assert_int_equal(fixture_penalty(h, x), 5);
	assert_false(comes(h, "10.1.1.3", "ann", "", &x, &next));
	assert_int_equal(fixture_penalty(h, x), 5);
	assert_true(comes(h, "10.1.1.4", "ann", token, &x, &next));
	assert_int_equal(fixture_penalty(h, x), 0);
	assert_true(fixture_is_authenticated(h, x));
	fixture_hold_work(h, false, 64);
	fixture_free(&h);
}

FIXTURE_TEST(a_ban_voids_the_token)
{
	unsigned ann = fixture_clip(h, "ann"), olga, x;
	const char *token = ask(h, ann), *next;

	(void)fixture_user(h, "olga", 1500, 0);
	fixture_set_role(h, "olga", "operator");
	olga = fixture_clip(h, "olga");
	fixture_type(h, olga, "ban ann for 1h because of noise");
	assert_int_equal(store_token_until(fixture_store(h), 1), 0);
	assert_false(comes(h, "127.0.0.1", "ann", token, &x, &next));
	fixture_type(h, olga, "unban ann");
	assert_false(comes(h, "127.0.0.1", "ann", token, &x, &next));
	/* from a banned address: the token is not used up */
	ann = fixture_clip(h, "ann");
	token = ask(h, ann);
	fixture_drop(h, ann, NET_CLOSE_PEER);
	fixture_type(h, olga, "ban 10.2.0.0/16");
	assert_false(comes(h, "10.2.3.4", "ann", token, &x, &next));
	assert_false(comes(h, "10.2.3.4", "ann", token, &x, &next));
	assert_false(comes(h, "10.2.3.4", "ann", token, &x, &next));
	assert_true(comes(h, "10.3.3.4", "ann", token, &x, &next));
}

TEST(a_token_works_on_a_full_disk_but_is_not_replaced)
{
	struct fulldisk d;
	unsigned ann, x;
	const char *token, *next;

	fulldisk_open(&d, NULL);
	ann = fixture_clip(d.h, "ann");
	token = ask(d.h, ann);
	fulldisk_fill(&d);
	x = fixture_connect(d.h, "127.0.0.1");
	(void)fixture_read(d.h, x);
	fixture_typef(d.h, x, "login test 1008 ann token:%s", token);
	assert_non_null(strstr(fixture_read(d.h, x), "1 ann "));
	assert_int_equal(fixture_session(d.h, x)->state, ST_ONLINE);
	fixture_type(d.h, x, "token new");
	assert_non_null(strstr(fixture_read(d.h, x), SORRY));
	fixture_type(d.h, x, "token revoke");
	assert_non_null(strstr(fixture_read(d.h, x), SORRY));
	fixture_type(d.h, x, "token");
	assert_non_null(strstr(fixture_read(d.h, x), "You have a token until"));
	fulldisk_clear_and_resume(&d);
	fixture_drop(d.h, x, NET_CLOSE_PEER);
	assert_true(comes(d.h, "127.0.0.1", "ann", token, &x, &next));
	assert_non_null(next);
	assert_true(can_log_in(d.h, "ann", token)); /* like a token that was used once */
	assert_false(can_log_in(d.h, "ann", token));
	fulldisk_close(&d);
}

TEST(a_token_that_could_not_be_stored_is_not_sent)
{
	struct fulldisk d;
	unsigned ann;
	const char *token;

	fulldisk_open(&d, NULL);
	ann = fixture_clip(d.h, "ann");
	token = ask(d.h, ann);
	fulldisk_fill(&d);
	fixture_type(d.h, ann, "token new");
	assert_null(token_of_output(fixture_read(d.h, ann)));
	fulldisk_clear_and_resume(&d);
	fixture_drop(d.h, ann, NET_CLOSE_PEER);
	assert_true(can_log_in(d.h, "ann", token));
	fulldisk_close(&d);
}

/* Returns how often bytes occur in a file of the data directory. */
static unsigned
count_in_file(const char *dir, const char *name, const void *bytes, size_t n)
{
	static char all[1 << 26];
	char path[200];
	unsigned found = 0;
	size_t len;
	FILE *f;

	(void)snprintf(path, sizeof(path), "%s/%s", dir, name);
	f = fopen(path, "rb");
	if (f == NULL)
		return 0;
	len = fread(all, 1, sizeof(all), f);
	assert_true(len < sizeof(all));
	(void)fclose(f);
	for (size_t i = 0; i + n <= len; i++)
		found += memcmp(all + i, bytes, n) == 0;
	return found;
}

TEST(the_token_itself_is_not_stored)
{
	static const char *const files[] = { "gammond.db", "gammond.db-wal" };
	uint8_t bytes[TOKEN_BYTES], hash[TOKEN_HASH_BYTES];
	char dir[FOLDER_PATH_MAX];
	struct fixture_options o;
	struct fixture *h;
	const char *token;
	unsigned hashes = 0;

	fixture_options_default(&o);
	folder_make(dir, "token");
	assert_int_equal(store_open(dir, STORE_DURABLE_FULL, NULL, &o.store, NULL), STORE_OK);
	h = fixture_new(&o);
	token = ask(h, fixture_clip(h, "ann"));
	assert_true(token_parse(token, bytes));
	token_hash(bytes, hash);
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(count_in_file(dir, files[i], token, TOKEN_TEXT_MAX - 1), 0);
		assert_int_equal(count_in_file(dir, files[i], bytes, sizeof(bytes)), 0);
		hashes += count_in_file(dir, files[i], hash, sizeof(hash));
	}
	assert_true(hashes > 0); /* otherwise the test searches the wrong files */
	fixture_free(&h);
	store_close(&o.store);
	folder_remove(dir);
}

/* A kick is not a lost connection. */
FIXTURE_TEST(a_kicked_user_needs_the_password)
{
	unsigned ann = fixture_clip(h, "ann"), bob = fixture_clip(h, "bob"), olga, x;
	const char *of_ann = ask(h, ann), *of_bob = ask(h, bob), *next;

	(void)fixture_user(h, "olga", 1500, 0);
	fixture_set_role(h, "olga", "operator");
	olga = fixture_clip(h, "olga");
	fixture_type(h, bob, "toggle ready");
	fixture_type(h, ann, "invite bob 3");
	fixture_type(h, bob, "join ann");
	assert_int_not_equal(fixture_session(h, bob)->match, 0);
	fixture_type(h, olga, "kick ann because of noise");
	fixture_discard(h);
	assert_false(comes(h, "127.0.0.1", "ann", of_ann, &x, &next));
	/* the opponent does not return to that match either */
	ann = fixture_clip(h, "ann");
	fixture_drop(h, bob, NET_CLOSE_PEER);
	assert_true(comes(h, "127.0.0.1", "bob", of_bob, &x, &next));
	assert_null(strstr(fixture_read(h, ann), "wants to resume"));
}
