/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* memmem */
#include "client-web/pages.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <event2/buffer.h>
#include <jansson.h>
#include <sodium.h>

#include "proto/username.h"
#include "rules/variant.h"

#include "client-web/answer.h"
#include "client-web/browser.h"
#include "client-web/image.h"
#include "client-web/metrics.h"
#include "client-web/web.h"

#define RECORD_MAX (4u << 20)
#define REPLAY_MAX (1u << 20) /* bytes of a record replayed for a picture, about 9,000 acts */
#define HELD_MAX (64u << 20)  /* bytes of all records; further requests are refused */
/* Matches with greater numbers are imported.  Their owners may hide them at any time, so
 * gammond is asked for each request. */
#define IMPORTED UINT64_C(1000000000)
#define CACHE_AN_HOUR "public, max-age=3600"
#define CACHE_REVALIDATE "no-cache"
#define BOT_ABOUT "Play at once, without an account, online or offline."

/* ---- the table of addresses ---- */

enum page_kind {
	PAGE_TEXT,   /* only the title and the description depend on the address */
	PAGE_ABSENT, /* like PAGE_TEXT, but with status 404 */
	PAGE_MATCH,
	PAGE_RECORD,
	PAGE_IMAGE,
	PAGE_EMBED,
	PAGE_FILES,
	PAGE_WORKER,
	PAGE_SOCKET,
	PAGE_ROBOTS
};
enum page_rest {
	REST_NONE,
	REST_NUMBER,
	REST_RECORD,
	REST_IMAGE,
	REST_USER_NAME,
	REST_VARIANT,
	REST_ANY
};

static const struct row {
	const char *path;
	enum page_kind kind;
	enum page_rest rest; /* what follows the path */
	/* For PAGE_TEXT and PAGE_ABSENT.  '#' stands for the rest of the path or the title of
	 * the game, '@' for the name of the server. NULL: a page about a match, or no page.
	 */
	const char *title, *about;
} ROWS[] = {
	{ "/", PAGE_TEXT, REST_NONE, "Backgammon on @",
	    "Watch matches live, see results and tournaments, and play." },
	{ "/play", PAGE_TEXT, REST_NONE, "Play on @",
	    "Play backgammon and its relatives against people." },
	{ "/match/", PAGE_MATCH, REST_NUMBER, NULL, NULL },
	{ "/match/", PAGE_RECORD, REST_RECORD, NULL, NULL },
	{ "/match/", PAGE_IMAGE, REST_IMAGE, NULL, NULL },
	{ "/embed/match/", PAGE_EMBED, REST_NUMBER, NULL, NULL },
	{ "/player/", PAGE_TEXT, REST_USER_NAME, "# on @",
	    "Ratings, results and matches of #." },
	{ "/tournament/", PAGE_TEXT, REST_NUMBER, "Tournament # on @",
	    "Entries, pairings and results." },
	{ "/ratings", PAGE_TEXT, REST_NONE, "Ratings on @", "The rating lists of all games." },
	{ "/games/", PAGE_TEXT, REST_VARIANT, "The rules of #", "How # is played." },
	{ "/play/bot", PAGE_TEXT, REST_NONE, "Backgammon against the computer", BOT_ABOUT },
	{ "/play/bot/", PAGE_TEXT, REST_VARIANT, "# against the computer", BOT_ABOUT },
	{ "/a/", PAGE_FILES, REST_ANY, NULL, NULL },
	{ "/sw.js", PAGE_WORKER, REST_NONE, NULL, NULL },
	{ "/ws", PAGE_SOCKET, REST_NONE, NULL, NULL },
	{ "/robots.txt", PAGE_ROBOTS, REST_NONE, NULL, NULL },
	{ "", PAGE_ABSENT, REST_ANY, "Page not found", "There is no page at this address." },
};

/* The forms in which a match can be read (server/form/form.c). */
static const char *const FORMS[] = { "json", "mat", "sgf", "txt" };

/* A page that is being generated. */
struct page_wait {
	const struct row *row;
	char name[32];         /* the rest of the path */
	char etag[40];         /* If-None-Match; "" if it is too long to be ours */
	char host[80];         /* Host; "" if it is too long */
	uint64_t question;     /* id returned by watch_ask; 0: none */
	struct evbuffer *file; /* the part of a record that has arrived; NULL: none */
	bool live;             /* the match is not over */
	struct image_wait image;
};

/* Returns the number of digits at the start of a text, or 0 if they cannot be the number of a
 * match or a tournament. */
static size_t
number_length(const char *text)
{
	size_t n = *text >= '1' && *text <= '9' ? strspn(text, "0123456789") : 0;

	return n <= 15 ? n : 0;
}

static bool
rest_fits(enum page_rest kind, const char *rest)
{
	switch (kind) {
	case REST_NONE:
		return *rest == '\0';
	case REST_NUMBER:
		return *rest != '\0' && number_length(rest) == strlen(rest);
	case REST_RECORD:
		for (size_t i = 0; i < ARRAY_LEN(FORMS); i++)
			if (number_length(rest) > 0 && rest[number_length(rest)] == '.' &&
			    strcmp(rest + number_length(rest) + 1, FORMS[i]) == 0)
				return true;
		return false;
	case REST_IMAGE:
		return number_length(rest) > 0 &&
		       strcmp(rest + number_length(rest), ".png") == 0;
	case REST_USER_NAME:
		return username_check(rest) == USERNAME_OK;
	case REST_VARIANT:
		return variant_find(rest) != NULL;
	default:
		return true;
	}
}

/* Finds the row of a path; the last row fits every path. */
static const struct row *
find_row(const char *path, const char **rest_out)
{
	for (const struct row *row = ROWS;; row++) {
		size_t n = strlen(row->path);

		if (strncmp(path, row->path, n) == 0 && rest_fits(row->rest, path + n)) {
			*rest_out = path + n;
			return row;
		}
	}
}

/* ---- HTML ---- */

struct texts {
	struct sbuf title, about;
	char title_space[256], about_space[512];
};

static void
write_match(const json_t *answer, const char *number, struct texts *t)
{
	const char *first = NULL, *second = NULL, *game = NULL;
	json_int_t length = 0, score[2] = { 0, 0 };
	const struct variant *v;

	if (answer == NULL ||
	    json_unpack((json_t *)(uintptr_t)answer, "{s:[ss], s:s, s:I, s:[II]}", "players",
		&first, &second, "game", &game, "length", &length, "score", &score[0],
		&score[1]) != 0) {
		sbuf_addf(&t->title, "Match %s", number);
		sbuf_add(&t->about, "A match, move by move.");
		return;
	}
	v = variant_find(game);
	sbuf_addf(&t->title, "%.20s – %.20s", first, second);
	sbuf_add(&t->about, v != NULL ? v->title : "Backgammon");
	if (length > 0)
		sbuf_addf(&t->about, ", %" JSON_INTEGER_FORMAT "-point match", length);
	sbuf_addf(&t->about, ".  Score %" JSON_INTEGER_FORMAT "–%" JSON_INTEGER_FORMAT ".",
	    score[0], score[1]);
}

static void
write_words(struct sbuf *out, const char *words, const char *rest, const char *server)
{
	for (; *words != '\0'; words++)
		if (*words == '#')
			sbuf_add(out, rest);
		else if (*words == '@')
			sbuf_add(out, server);
		else
			sbuf_addc(out, *words);
}

/* Writes the title and the description of a page as plain text.  answer: gammond's answer about
 * the match, or NULL. */
static void
write_texts(
    const struct web *web, const struct page_wait *p, const json_t *answer, struct texts *t)
{
	const struct variant *v = p->row->rest == REST_VARIANT ? variant_find(p->name) : NULL;
	const char *rest = v != NULL ? v->title : p->name;

	SBUF_ON(&t->title, t->title_space);
	SBUF_ON(&t->about, t->about_space);
	if (p->row->title == NULL) {
		write_match(answer, p->name, t);
		return;
	}
	write_words(&t->title, p->row->title, rest, web->config.name);
	write_words(&t->about, p->row->about, rest, web->config.name);
}

static void
add_meta(struct sbuf *out, const char *attribute, const char *name, const struct sbuf *text)
{
	sbuf_addf(out, "<meta %s=\"%s\" content=\"", attribute, name);
	html_add(out, text->text, text->len);
	sbuf_add(out, "\">\n");
}

/* Adds the tags for the picture of a match.  Other sites cache previews for a long time, so the
 * address of the picture contains the number of the last act while the match is being
 * played. */
static void
add_image(struct sbuf *out, const struct conn *c, const struct page_wait *p, uint64_t act)
{
	char space[160];
	struct sbuf address;

	SBUF_ON(&address, space);
	sbuf_addf(&address, "http%s://%s/match/%s.png", c->front_end && c->sealed ? "s" : "",
	    p->host, p->name);
	if (act != IMAGE_END)
		sbuf_addf(&address, "?m=%" PRIu64, act);
	add_meta(out, "property", "og:image", &address);
	sbuf_addf(out,
	    "<meta property=\"og:image:width\" content=\"%u\">\n"
	    "<meta property=\"og:image:height\" content=\"%u\">\n"
	    "<meta name=\"twitter:card\" content=\"summary_large_image\">\n",
	    PICTURE_WIDTH, PICTURE_HEIGHT);
}

/* Appends the shell up to a mark.  Returns the rest of the shell, after the mark. */
static const char *
add_shell(struct sbuf *out, const char *at, const char *end, const char *mark)
{
	const char *found = memmem(at, (size_t)(end - at), mark, strlen(mark));

	CHECK(found != NULL);
	sbuf_addn(out, at, (size_t)(found - at));
	return found + strlen(mark);
}

static bool
shows_match(const struct page_wait *p)
{
	return p->row->kind == PAGE_MATCH || p->row->kind == PAGE_EMBED;
}

/* Writes the page for p->row.  match: what is known about the match, or NULL. */
static void
write_page(
    struct sbuf *out, const struct conn *c, const struct page_wait *p, const json_t *match)
{
	const struct frame *shell = c->web->pages.shell;
	const char *at = shell->bytes, *end = at + shell->len;
	struct texts t;

	write_texts(c->web, p, match, &t);
	at = add_shell(out, at, end, "<!--head-->");
	sbuf_add(out, "<title>");
	html_add(out, t.title.text, t.title.len);
	sbuf_add(out, "</title>\n<meta property=\"og:type\" content=\"website\">\n");
	add_meta(out, "property", "og:title", &t.title);
	add_meta(out, "property", "og:description", &t.about);
	add_meta(out, "name", "description", &t.about);
	if (shows_match(p) && json_object_get(match, "players") != NULL && p->host[0] != '\0')
		add_image(out, c, p, p->live ? p->image.act : IMAGE_END);
	at = add_shell(out, at, end, "<!--text-->");
	sbuf_add(out, "<noscript><h1>");
	html_add(out, t.title.text, t.title.len);
	sbuf_add(out, "</h1><p>");
	html_add(out, t.about.text, t.about.len);
	sbuf_add(out, "</p></noscript>");
	sbuf_addn(out, at, (size_t)(end - at));
}

static void
send_page(struct conn *c, const struct page_wait *p, const json_t *match)
{
	struct answer a = { .status = p->row->kind != PAGE_ABSENT ? 200 : 404,
		.type = "text/html; charset=utf-8",
		.cache = CACHE_REVALIDATE,
		.embedded = p->row->kind == PAGE_EMBED };
	size_t size = c->web->pages.shell->len + 4096;
	char *space = malloc(size);
	struct sbuf out;

	if (space == NULL) {
		conn_end(c);
		return;
	}
	sbuf_init(&out, space, size);
	write_page(&out, c, p, match);
	CHECK(sbuf_ok(&out));
	answer_body(c, p->etag, &a, frame_new("", 0, space, out.len));
	free(space);
}

/* ---- pages that wait for gammond ---- */

/* Ends the connection's wait and returns its page, which the caller frees. */
static struct page_wait *
done(struct conn *c)
{
	struct page_wait *p = c->page;

	watch_forget(c->web, p->question);
	link_remove(&p->image.link);
	c->page = NULL;
	return p;
}

static void
page_free(struct conn *c, struct page_wait *p)
{
	if (p->file != NULL) {
		c->web->pages.held -= evbuffer_get_length(p->file);
		evbuffer_free(p->file);
	}
	free(p);
}

void
pages_forget(struct conn *c)
{
	page_free(c, done(c));
}

/* Sends the page with what is known about the match. */
static void
finish_page(struct conn *c, const json_t *match)
{
	struct page_wait *p = done(c);

	send_page(c, p, match);
	page_free(c, p);
}

/* Sends the page without the match; files and pictures are refused. */
static void
unavailable(struct conn *c, int status)
{
	if (shows_match(c->page)) {
		finish_page(c, NULL);
		return;
	}
	pages_forget(c);
	answer_refuse(c, status, status == 503 ? "Retry-After: 10\r\n" : NULL);
}

void
pages_late(struct conn *c)
{
	unavailable(c, 503);
}

/* Sends a record or a picture. */
static void
finish_file(struct conn *c, const char *type, struct frame *body)
{
	struct page_wait *p = done(c);
	struct answer a = { .status = 200,
		.type = type,
		.cache = p->live || p->image.open || p->image.m > IMPORTED ? CACHE_REVALIDATE
									   : CACHE_AN_HOUR,
		.cross_origin = true };

	answer_body(c, p->etag, &a, body);
	page_free(c, p);
}

void
pages_image(struct conn *c, struct frame *png)
{
	png->refs++;
	finish_file(c, "image/png", png);
}

static void
on_match(struct conn *c, const char *line, size_t n)
{
	json_t *answer = line != NULL ? json_loadb(line, n, 0, NULL) : NULL;

	/* "ended" is null for a saved match */
	c->page->live = json_is_null(json_object_get(answer, "ended"));
	c->page->image.act = (uint64_t)json_integer_value(json_object_get(answer, "n"));
	finish_page(c, answer);
	json_decref(answer);
}

static void
queue_image(struct conn *c)
{
	struct page_wait *p = c->page;

	p->question = 0;
	p->image.conn = c;
	link_append(&c->web->images.queue, &p->image.link);
	conn_waits(c, true);
}

static void
use_record(struct conn *c)
{
	struct page_wait *p = c->page;
	struct frame *body;

	if (p->row->kind == PAGE_IMAGE) {
		p->image.record = p->file;
		queue_image(c);
		return;
	}
	body = frame_new("", 0, evbuffer_pullup(p->file, -1), evbuffer_get_length(p->file));
	if (body != NULL) {
		body->held = &c->web->pages.held;
		*body->held += body->len;
	}
	finish_file(c, pages_type(p->name), body);
}

/* Adds a part of a record.  Returns false if that exceeds a limit or memory runs out. */
static bool
add_part(struct conn *c, const json_t *text)
{
	struct page_wait *p = c->page;
	const size_t most = p->row->kind == PAGE_IMAGE ? REPLAY_MAX : RECORD_MAX;
	const size_t n = json_string_length(text);

	if (p->file == NULL)
		p->file = evbuffer_new();
	if (p->file == NULL || evbuffer_get_length(p->file) + n > most ||
	    c->web->pages.held + n > HELD_MAX ||
	    evbuffer_add(p->file, n > 0 ? json_string_value(text) : "", n) != 0)
		return false;
	c->web->pages.held += n;
	return true;
}

/* Handles a part of a record, or its end. */
static void
on_record(struct conn *c, const char *line, size_t n)
{
	json_t *answer = line != NULL ? json_loadb(line, n, 0, NULL) : NULL;

	if (json_object_get(answer, "err") != NULL)
		unavailable(c, 404);
	else if (answer == NULL || !add_part(c, json_object_get(answer, "text")))
		unavailable(c, 503);
	else if (json_is_true(json_object_get(answer, "ok")))
		use_record(c);
	json_decref(answer);
}

/* Sends gammond a command about the match of the page. */
static void
ask(struct conn *c, const char *command, const char *key, const char *value,
    watch_answer_fn *fn)
{
	struct page_wait *p = c->page;
	json_t *asked = json_pack("{s:s,s:s,s:I,s:b}", "c", command, key, value, "m",
	    (json_int_t)p->image.m, "open", p->row->kind == PAGE_IMAGE);

	p->question = asked != NULL ? watch_ask(c->web, asked, c, fn) : 0;
	json_decref(asked);
	if (p->question == 0)
		unavailable(c, 503);
}

/* Answers with the current state of a match that is being played. */
static void
use_live(struct conn *c, const struct topic *t)
{
	struct page_wait *p = c->page;
	json_t *match = watch_state(t);

	p->live = true;
	p->image.act = t->acts;
	if (shows_match(p)) {
		finish_page(c, match);
	} else {
		image_of_json(&p->image.position, match);
		queue_image(c);
	}
	json_decref(match);
}

/* Handles the answer to `watch`.  A match that cannot be watched may be over, so its record is
 * requested. */
static void
on_watched(struct conn *c, const char *line, size_t n)
{
	const struct topic *t = watch_match(c->web, c->page->image.m);

	(void)n;
	if (line == NULL)
		unavailable(c, 503);
	else if (strstr(line, "\"ok\":true") != NULL && t != NULL)
		use_live(c, t);
	else if (shows_match(c->page))
		ask(c, "get", "what", "match", on_match);
	else
		ask(c, "file", "form", "json", on_record);
	watch_drop_unwatched(c->web);
}

/* Starts generating a page that needs data from gammond. */
static void
begin_page(struct conn *c, const struct page_wait *page)
{
	struct page_wait *p = malloc(sizeof(*p));
	const struct topic *t = watch_match(c->web, page->image.m);
	struct frame *png = image_find(&c->web->images, page->image.m, page->image.act);

	if (p == NULL) {
		conn_end(c);
		return;
	}
	*p = *page;
	link_init(&p->image.link);
	c->page = p;
	if (p->row->kind == PAGE_RECORD)
		ask(c, "file", "form", strchr(p->name, '.') + 1, on_record);
	else if (t != NULL && !t->stale && !t->over)
		use_live(c, t);
	else if (p->row->kind == PAGE_IMAGE && png != NULL && p->image.m <= IMPORTED)
		pages_image(c, png);
	else
		ask(c, "watch", "what", "", on_watched);
	if (c->page != NULL && c->state != CONN_WAITING)
		conn_waits(c, false);
}

/* ---- WebSocket ---- */

static bool
host_is_ours(const struct web_config *config, struct span host)
{
	const char *colon = host.text[0] != '[' ? memchr(host.text, ':', host.len)
						: memchr(host.text, ']', host.len);
	struct span name = host;

	if (colon != NULL)
		name.len = (size_t)(colon - host.text) + (*colon == ']');
	if (name.len < host.len && host.text[name.len] != ':')
		return false;
	for (size_t i = name.len + 1; i < host.len; i++)
		if (host.text[i] < '0' || host.text[i] > '9')
			return false;
	for (unsigned i = 0; i < config->hosts_len; i++)
		if (span_equals(name, config->hosts[i]))
			return true;
	return false;
}

/* Returns whether the request was made by a page of this server. */
static bool
origin_is_ours(const struct http_request *r)
{
	static const char *const SCHEMES[] = { "http://", "https://" };

	for (size_t i = 0; i < ARRAY_LEN(SCHEMES); i++) {
		size_t n = strlen(SCHEMES[i]);

		if (r->origin.len == n + r->host.len &&
		    memcmp(r->origin.text, SCHEMES[i], n) == 0 &&
		    memcmp(r->origin.text + n, r->host.text, r->host.len) == 0)
			return true;
	}
	return false;
}

static void
answer_socket(struct conn *c, const struct http_request *r)
{
	char accept[WEBSOCKET_ACCEPT_BYTES], space[256];
	struct sbuf out;

	if (r->head || !r->upgrade || !span_equals(r->version, "13")) {
		answer_refuse(c, 426, "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n");
	} else if (!origin_is_ours(r)) {
		answer_refuse(c, 403, NULL);
	} else if (!http_list_has(r->protocols, PAGES_PROTOCOL) ||
		   !websocket_accept(r->key.text, r->key.len, accept)) {
		answer_refuse(c, 400, NULL);
	} else {
		SBUF_ON(&out, space);
		sbuf_addf(&out,
		    "HTTP/1.1 101 %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
		    "Sec-WebSocket-Accept: %s\r\nSec-WebSocket-Protocol: " PAGES_PROTOCOL
		    "\r\n\r\n",
		    http_phrase(101), accept);
		CHECK(sbuf_ok(&out));
		conn_give(c, frame_new("", 0, space, out.len));
		if (c->state != CONN_DEAD && !browser_begin(c))
			conn_end(c);
	}
}

/* ---- requests ---- */

/* Copies a span, or "" if it does not fit. */
static void
copy(char *to, size_t size, struct span field)
{
	size_t n = field.len < size ? field.len : 0;

	if (n > 0)
		memcpy(to, field.text, n);
	to[n] = '\0';
}

static void
answer_page(
    struct conn *c, const struct http_request *r, const struct row *row, const char *rest)
{
	struct page_wait p = { .row = row };
	char query[32];

	copy(p.name, sizeof(p.name), (struct span){ rest, strlen(rest) });
	copy(p.etag, sizeof(p.etag), r->if_none_match);
	copy(p.host, sizeof(p.host), r->host);
	copy(query, sizeof(query), r->query);
	p.image.m = strtoull(p.name, NULL, 10);
	p.image.act = strncmp(query, "m=", 2) == 0 && number_length(query + 2) > 0
			  ? strtoull(query + 2, NULL, 10)
			  : IMAGE_END;
	if (row->title != NULL)
		send_page(c, &p, NULL);
	else if (!conn_may_ask(c))
		answer_refuse(c, 429, "Retry-After: 10\r\n");
	else
		begin_page(c, &p);
}

static void
answer_metrics(struct conn *c, const struct http_request *r)
{
	struct answer a = { .status = 200, .type = "text/plain; version=0.0.4" };
	struct frame *page = metrics_page(c->web);

	if (strcmp(r->path, "/metrics") != 0)
		answer_refuse(c, 404, NULL);
	else if (page == NULL)
		conn_end(c);
	else
		answer_send(c, &a, page);
	frame_drop(page);
}

void
pages_answer(struct conn *c, const struct http_request *r)
{
	struct answer robots = { .status = 200, .cache = CACHE_AN_HOUR };
	struct answer worker = { .status = 200,
		.type = "text/javascript; charset=utf-8",
		.cache = CACHE_REVALIDATE,
		.etag = c->web->pages.hash };
	const char *rest = "";
	const struct row *row = find_row(r->path, &rest);

	c->ends = !r->keep_alive;
	c->head = r->head;
	if (c->monitor)
		answer_metrics(c, r);
	else if (!host_is_ours(&c->web->config, r->host))
		answer_refuse(c, 421, NULL);
	else if (!conn_named(c, r))
		answer_refuse(c, 503, "Retry-After: 10\r\n");
	else if (row->kind == PAGE_SOCKET)
		answer_socket(c, r);
	else if (row->kind == PAGE_FILES)
		pages_file(c, r, rest);
	else if (row->kind == PAGE_WORKER)
		answer_send(c, &worker, c->web->pages.worker);
	else if (row->kind == PAGE_ROBOTS)
		answer_text(c, &robots, "User-agent: *\nDisallow: /player\n");
	else
		answer_page(c, r, row, rest);
}

void
pages_refuse(struct conn *c, int status)
{
	c->head = false; /* set by an earlier request */
	answer_refuse(c, status, status == 405 ? "Allow: GET, HEAD\r\n" : NULL);
}
