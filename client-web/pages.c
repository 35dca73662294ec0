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

#define RECORD_BYTES_MAX (4u << 20)
/* bytes of a record replayed for a picture, about 9,000 acts */
#define REPLAY_BYTES_MAX (1u << 20)
#define HELD_BYTES_MAX (64u << 20) /* bytes of all records; further requests are refused */
/* Matches with greater numbers are imported.  Their owners may hide them at any time, so
 * gammond is asked for each request. */
#define IMPORTED_MATCH_BASE UINT64_C(1000000000)
#define CACHE_AN_HOUR "public, max-age=3600"
#define CACHE_REVALIDATE "no-cache"
#define BOT_DESCRIPTION "Play at once, without an account, online or offline."

/* ---- the table of addresses ---- */

enum page_kind {
	PAGE_STATIC,    /* only the title and the description depend on the address */
	PAGE_NOT_FOUND, /* like PAGE_STATIC, but with status 404 */
	PAGE_MATCH,
	PAGE_RECORD,
	PAGE_IMAGE,
	PAGE_EMBED,
	PAGE_FILES,
	PAGE_SERVICE_WORKER,
	PAGE_WEBSOCKET,
	PAGE_ROBOTS_TXT
};
enum path_rest_kind {
	PATH_REST_NONE,
	PATH_REST_NUMBER,
	PATH_REST_RECORD,
	PATH_REST_IMAGE,
	PATH_REST_USER_NAME,
	PATH_REST_VARIANT,
	PATH_REST_ANY
};

static const struct route {
	const char *path;
	enum page_kind kind;
	enum path_rest_kind rest_kind; /* what follows the path */
	/* For PAGE_STATIC and PAGE_NOT_FOUND.  '#' stands for the rest of the path or the title
	 * of the game, '@' for the name of the server. NULL: a page about a match, or no page.
	 */
	const char *title, *description;
} ROUTES[] = {
	{ "/", PAGE_STATIC, PATH_REST_NONE, "Backgammon on @",
	    "Watch matches live, see results and tournaments, and play." },
	{ "/play", PAGE_STATIC, PATH_REST_NONE, "Play on @",
	    "Play backgammon and its relatives against people." },
	{ "/match/", PAGE_MATCH, PATH_REST_NUMBER, NULL, NULL },
	{ "/match/", PAGE_RECORD, PATH_REST_RECORD, NULL, NULL },
	{ "/match/", PAGE_IMAGE, PATH_REST_IMAGE, NULL, NULL },
	{ "/embed/match/", PAGE_EMBED, PATH_REST_NUMBER, NULL, NULL },
	{ "/player/", PAGE_STATIC, PATH_REST_USER_NAME, "# on @",
	    "Ratings, results and matches of #." },
	{ "/tournament/", PAGE_STATIC, PATH_REST_NUMBER, "Tournament # on @",
	    "Entries, pairings and results." },
	{ "/ratings", PAGE_STATIC, PATH_REST_NONE, "Ratings on @",
	    "The rating lists of all games." },
	{ "/games/", PAGE_STATIC, PATH_REST_VARIANT, "The rules of #", "How # is played." },
	{ "/play/bot", PAGE_STATIC, PATH_REST_NONE, "Backgammon against the computer",
	    BOT_DESCRIPTION },
	{ "/play/bot/", PAGE_STATIC, PATH_REST_VARIANT, "# against the computer",
	    BOT_DESCRIPTION },
	{ "/a/", PAGE_FILES, PATH_REST_ANY, NULL, NULL },
	{ "/sw.js", PAGE_SERVICE_WORKER, PATH_REST_NONE, NULL, NULL },
	{ "/ws", PAGE_WEBSOCKET, PATH_REST_NONE, NULL, NULL },
	{ "/robots.txt", PAGE_ROBOTS_TXT, PATH_REST_NONE, NULL, NULL },
	{ "", PAGE_NOT_FOUND, PATH_REST_ANY, "Page not found",
	    "There is no page at this address." },
};

/* The forms in which a match can be read (server/form/form.c). */
static const char *const RECORD_FORMATS[] = { "json", "mat", "sgf", "txt" };

/* A page that is being generated. */
struct pending_page {
	const struct route *route;
	char path_rest[32];      /* what follows route->path */
	char if_none_match[40];  /* If-None-Match; "" if it is too long to be ours */
	char host[80];           /* Host; "" if it is too long */
	uint64_t question_id;    /* id returned by watch_ask; 0: none */
	struct evbuffer *record; /* the part of a record that has arrived; NULL: none */
	bool match_live;         /* the match is not over */
	struct image_request image;
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
path_rest_fits(enum path_rest_kind kind, const char *rest)
{
	switch (kind) {
	case PATH_REST_NONE:
		return *rest == '\0';
	case PATH_REST_NUMBER:
		return *rest != '\0' && number_length(rest) == strlen(rest);
	case PATH_REST_RECORD:
		for (size_t i = 0; i < ARRAY_LEN(RECORD_FORMATS); i++)
			if (number_length(rest) > 0 && rest[number_length(rest)] == '.' &&
			    strcmp(rest + number_length(rest) + 1, RECORD_FORMATS[i]) == 0)
				return true;
		return false;
	case PATH_REST_IMAGE:
		return number_length(rest) > 0 &&
		       strcmp(rest + number_length(rest), ".png") == 0;
	case PATH_REST_USER_NAME:
		return username_check(rest) == USERNAME_OK;
	case PATH_REST_VARIANT:
		return variant_find(rest) != NULL;
	default:
		return true;
	}
}

/* Finds the route of a path; the last route fits every path. */
static const struct route *
find_route(const char *path, const char **rest_out)
{
	for (const struct route *route = ROUTES;; route++) {
		size_t n = strlen(route->path);

		if (strncmp(path, route->path, n) == 0 &&
		    path_rest_fits(route->rest_kind, path + n)) {
			*rest_out = path + n;
			return route;
		}
	}
}

/* ---- HTML ---- */

struct page_texts {
	struct sbuf title, description;
	char title_buf[256], description_buf[512];
};

static void
write_match_texts(const json_t *answer, const char *number, struct page_texts *t)
{
	const char *first = NULL, *second = NULL, *game = NULL;
	json_int_t length = 0, score[2] = { 0, 0 };
	const struct variant *v;

	if (answer == NULL ||
	    json_unpack((json_t *)(uintptr_t)answer, "{s:[ss], s:s, s:I, s:[II]}", "players",
		&first, &second, "game", &game, "length", &length, "score", &score[0],
		&score[1]) != 0) {
		sbuf_addf(&t->title, "Match %s", number);
		sbuf_add(&t->description, "A match, move by move.");
		return;
	}
	v = variant_find(game);
	sbuf_addf(&t->title, "%.20s – %.20s", first, second);
	sbuf_add(&t->description, v != NULL ? v->title : "Backgammon");
	if (length > 0)
		sbuf_addf(&t->description, ", %" JSON_INTEGER_FORMAT "-point match", length);
	sbuf_addf(&t->description,
	    ".  Score %" JSON_INTEGER_FORMAT "–%" JSON_INTEGER_FORMAT ".", score[0], score[1]);
}

static void
expand_template(struct sbuf *out, const char *words, const char *rest, const char *server)
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
write_texts(const struct web *web, const struct pending_page *p, const json_t *answer,
    struct page_texts *t)
{
	const struct variant *v =
	    p->route->rest_kind == PATH_REST_VARIANT ? variant_find(p->path_rest) : NULL;
	const char *rest = v != NULL ? v->title : p->path_rest;

	SBUF_INIT(&t->title, t->title_buf);
	SBUF_INIT(&t->description, t->description_buf);
	if (p->route->title == NULL) {
		write_match_texts(answer, p->path_rest, t);
		return;
	}
	expand_template(&t->title, p->route->title, rest, web->config.server_name);
	expand_template(&t->description, p->route->description, rest, web->config.server_name);
}

static void
add_meta(struct sbuf *out, const char *attribute, const char *name, const struct sbuf *text)
{
	sbuf_addf(out, "<meta %s=\"%s\" content=\"", attribute, name);
	html_add_escaped(out, text->text, text->len);
	sbuf_add(out, "\">\n");
}

/* Adds the tags for the picture of a match.  Other sites cache previews for a long time, so the
 * address of the picture contains the number of the last act while the match is being
 * played. */
static void
add_image_tags(
    struct sbuf *out, const struct conn *c, const struct pending_page *p, uint64_t act)
{
	char space[160];
	struct sbuf address;

	SBUF_INIT(&address, space);
	sbuf_addf(&address, "http%s://%s/match/%s.png",
	    c->via_front_end && c->secure ? "s" : "", p->host, p->path_rest);
	if (act != IMAGE_AT_MATCH_END)
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
add_until_mark(struct sbuf *out, const char *at, const char *end, const char *mark)
{
	const char *found = memmem(at, (size_t)(end - at), mark, strlen(mark));

	CHECK(found != NULL);
	sbuf_addn(out, at, (size_t)(found - at));
	return found + strlen(mark);
}

static bool
shows_match(const struct pending_page *p)
{
	return p->route->kind == PAGE_MATCH || p->route->kind == PAGE_EMBED;
}

/* Writes the page for p->route.  match: what is known about the match, or NULL. */
static void
write_page(
    struct sbuf *out, const struct conn *c, const struct pending_page *p, const json_t *match)
{
	const struct frame *shell = c->web->pages.index_page;
	const char *at = shell->bytes, *end = at + shell->len;
	struct page_texts t;

	write_texts(c->web, p, match, &t);
	at = add_until_mark(out, at, end, "<!--head-->");
	sbuf_add(out, "<title>");
	html_add_escaped(out, t.title.text, t.title.len);
	sbuf_add(out, "</title>\n<meta property=\"og:type\" content=\"website\">\n");
	add_meta(out, "property", "og:title", &t.title);
	add_meta(out, "property", "og:description", &t.description);
	add_meta(out, "name", "description", &t.description);
	if (shows_match(p) && json_object_get(match, "players") != NULL && p->host[0] != '\0')
		add_image_tags(out, c, p, p->match_live ? p->image.act : IMAGE_AT_MATCH_END);
	at = add_until_mark(out, at, end, "<!--text-->");
	sbuf_add(out, "<noscript><h1>");
	html_add_escaped(out, t.title.text, t.title.len);
	sbuf_add(out, "</h1><p>");
	html_add_escaped(out, t.description.text, t.description.len);
	sbuf_add(out, "</p></noscript>");
	sbuf_addn(out, at, (size_t)(end - at));
}

static void
send_page(struct conn *c, const struct pending_page *p, const json_t *match)
{
	struct answer a = { .status = p->route->kind != PAGE_NOT_FOUND ? 200 : 404,
		.type = "text/html; charset=utf-8",
		.cache_control = CACHE_REVALIDATE,
		.embeddable = p->route->kind == PAGE_EMBED };
	size_t size = c->web->pages.index_page->len + 4096;
	char *space = malloc(size);
	struct sbuf out;

	if (space == NULL) {
		conn_end(c);
		return;
	}
	sbuf_init(&out, space, size);
	write_page(&out, c, p, match);
	CHECK(sbuf_ok(&out));
	answer_send_with_etag(c, p->if_none_match, &a, frame_new("", 0, space, out.len));
	free(space);
}

/* ---- pages that wait for gammond ---- */

/* Ends the connection's wait and returns its page, which the caller frees. */
static struct pending_page *
end_wait(struct conn *c)
{
	struct pending_page *p = c->page;

	watch_cancel_question(c->web, p->question_id);
	link_remove(&p->image.link);
	c->page = NULL;
	return p;
}

static void
page_free(struct conn *c, struct pending_page *p)
{
	if (p->record != NULL) {
		c->web->pages.held_bytes -= evbuffer_get_length(p->record);
		evbuffer_free(p->record);
	}
	free(p);
}

void
pages_cancel(struct conn *c)
{
	page_free(c, end_wait(c));
}

/* Sends the page with what is known about the match. */
static void
finish_with_page(struct conn *c, const json_t *match)
{
	struct pending_page *p = end_wait(c);

	send_page(c, p, match);
	page_free(c, p);
}

/* Sends the page without the match; files and pictures are refused. */
static void
answer_without_match(struct conn *c, int status)
{
	if (shows_match(c->page)) {
		finish_with_page(c, NULL);
		return;
	}
	pages_cancel(c);
	answer_refuse(c, status, status == 503 ? "Retry-After: 10\r\n" : NULL);
}

void
pages_on_timeout(struct conn *c)
{
	answer_without_match(c, 503);
}

/* Sends a record or a picture. */
static void
finish_with_body(struct conn *c, const char *type, struct frame *body)
{
	struct pending_page *p = end_wait(c);
	struct answer a = { .status = 200,
		.type = type,
		.cache_control =
		    p->match_live || p->image.match_open || p->image.m > IMPORTED_MATCH_BASE
			? CACHE_REVALIDATE
			: CACHE_AN_HOUR,
		.cross_origin = true };

	answer_send_with_etag(c, p->if_none_match, &a, body);
	page_free(c, p);
}

void
pages_send_image(struct conn *c, struct frame *png)
{
	png->refs++;
	finish_with_body(c, "image/png", png);
}

static void
on_match_answer(struct conn *c, const char *line, size_t n)
{
	json_t *answer = line != NULL ? json_loadb(line, n, 0, NULL) : NULL;

	/* "ended" is null for a saved match */
	c->page->match_live = json_is_null(json_object_get(answer, "ended"));
	c->page->image.act = (uint64_t)json_integer_value(json_object_get(answer, "n"));
	finish_with_page(c, answer);
	json_decref(answer);
}

static void
queue_image(struct conn *c)
{
	struct pending_page *p = c->page;

	p->question_id = 0;
	p->image.conn = c;
	link_append(&c->web->images.requests, &p->image.link);
	conn_suspend(c, true);
}

static void
on_record_complete(struct conn *c)
{
	struct pending_page *p = c->page;
	struct frame *body;

	if (p->route->kind == PAGE_IMAGE) {
		p->image.match_record = p->record;
		queue_image(c);
		return;
	}
	body = frame_new("", 0, evbuffer_pullup(p->record, -1), evbuffer_get_length(p->record));
	if (body != NULL) {
		body->memory_total = &c->web->pages.held_bytes;
		*body->memory_total += body->len;
	}
	finish_with_body(c, pages_media_type(p->path_rest), body);
}

/* Adds a part of a record.  Returns false if that exceeds a limit or memory runs out. */
static bool
add_record_part(struct conn *c, const json_t *text)
{
	struct pending_page *p = c->page;
	const size_t most = p->route->kind == PAGE_IMAGE ? REPLAY_BYTES_MAX : RECORD_BYTES_MAX;
	const size_t n = json_string_length(text);

	if (p->record == NULL)
		p->record = evbuffer_new();
	if (p->record == NULL || evbuffer_get_length(p->record) + n > most ||
	    c->web->pages.held_bytes + n > HELD_BYTES_MAX ||
	    evbuffer_add(p->record, n > 0 ? json_string_value(text) : "", n) != 0)
		return false;
	c->web->pages.held_bytes += n;
	return true;
}

/* Handles a part of a record, or its end. */
static void
on_record_part(struct conn *c, const char *line, size_t n)
{
	json_t *answer = line != NULL ? json_loadb(line, n, 0, NULL) : NULL;

	if (json_object_get(answer, "err") != NULL)
		answer_without_match(c, 404);
	else if (answer == NULL || !add_record_part(c, json_object_get(answer, "text")))
		answer_without_match(c, 503);
	else if (json_is_true(json_object_get(answer, "ok")))
		on_record_complete(c);
	json_decref(answer);
}

/* Sends gammond a command about the match of the page. */
static void
ask(struct conn *c, const char *command, const char *key, const char *value,
    watch_answer_fn *fn)
{
	struct pending_page *p = c->page;
	json_t *asked = json_pack("{s:s,s:s,s:I,s:b}", "c", command, key, value, "m",
	    (json_int_t)p->image.m, "open", p->route->kind == PAGE_IMAGE);

	p->question_id = asked != NULL ? watch_ask(c->web, asked, c, fn) : 0;
	json_decref(asked);
	if (p->question_id == 0)
		answer_without_match(c, 503);
}

/* Answers with the current state of a match that is being played. */
static void
answer_live_match(struct conn *c, const struct topic *t)
{
	struct pending_page *p = c->page;
	json_t *match = topic_match_state(t);

	p->match_live = true;
	p->image.act = t->last_act;
	if (shows_match(p)) {
		finish_with_page(c, match);
	} else {
		image_read_position(&p->image.position, match);
		queue_image(c);
	}
	json_decref(match);
}

/* Handles the answer to `watch`.  A match that cannot be watched may be over, so its record is
 * requested. */
static void
on_watch_answer(struct conn *c, const char *line, size_t n)
{
	const struct topic *t = watch_find_match(c->web, c->page->image.m);

	(void)n;
	if (line == NULL)
		answer_without_match(c, 503);
	else if (strstr(line, "\"ok\":true") != NULL && t != NULL)
		answer_live_match(c, t);
	else if (shows_match(c->page))
		ask(c, "get", "what", "match", on_match_answer);
	else
		ask(c, "file", "form", "json", on_record_part);
	watch_drop_unwatched(c->web);
}

/* Starts generating a page that needs data from gammond. */
static void
begin_pending_page(struct conn *c, const struct pending_page *page)
{
	struct pending_page *p = malloc(sizeof(*p));
	const struct topic *t = watch_find_match(c->web, page->image.m);
	struct frame *png = image_find(&c->web->images, page->image.m, page->image.act);

	if (p == NULL) {
		conn_end(c);
		return;
	}
	*p = *page;
	link_init(&p->image.link);
	c->page = p;
	if (p->route->kind == PAGE_RECORD)
		ask(c, "file", "form", strchr(p->path_rest, '.') + 1, on_record_part);
	else if (t != NULL && !t->stale && !t->match_over)
		answer_live_match(c, t);
	else if (p->route->kind == PAGE_IMAGE && png != NULL &&
		 p->image.m <= IMPORTED_MATCH_BASE)
		pages_send_image(c, png);
	else
		ask(c, "watch", "what", "", on_watch_answer);
	if (c->page != NULL && c->state != CONN_WAITING)
		conn_suspend(c, false);
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
	for (unsigned i = 0; i < config->allowed_hosts_len; i++)
		if (span_equals(name, config->allowed_hosts[i]))
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
answer_websocket(struct conn *c, const struct http_request *r)
{
	char accept[WEBSOCKET_ACCEPT_BYTES], space[256];
	struct sbuf out;

	if (r->is_head || !r->websocket_upgrade || !span_equals(r->websocket_version, "13")) {
		answer_refuse(c, 426, "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n");
	} else if (!origin_is_ours(r)) {
		answer_refuse(c, 403, NULL);
	} else if (!http_list_has(r->websocket_protocols, PAGES_SUBPROTOCOL) ||
		   !websocket_accept_key(r->websocket_key.text, r->websocket_key.len, accept)) {
		answer_refuse(c, 400, NULL);
	} else {
		SBUF_INIT(&out, space);
		sbuf_addf(&out,
		    "HTTP/1.1 101 %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
		    "Sec-WebSocket-Accept: %s\r\nSec-WebSocket-Protocol: " PAGES_SUBPROTOCOL
		    "\r\n\r\n",
		    http_reason_phrase(101), accept);
		CHECK(sbuf_ok(&out));
		conn_send_and_drop(c, frame_new("", 0, space, out.len));
		if (c->state != CONN_DEAD && !browser_begin(c))
			conn_end(c);
	}
}

/* ---- requests ---- */

/* Copies a span, or "" if it does not fit. */
static void
copy_span(char *to, size_t size, struct span field)
{
	size_t n = field.len < size ? field.len : 0;

	if (n > 0)
		memcpy(to, field.text, n);
	to[n] = '\0';
}

static void
answer_page(
    struct conn *c, const struct http_request *r, const struct route *route, const char *rest)
{
	struct pending_page p = { .route = route };
	char query[32];

	copy_span(p.path_rest, sizeof(p.path_rest), (struct span){ rest, strlen(rest) });
	copy_span(p.if_none_match, sizeof(p.if_none_match), r->if_none_match);
	copy_span(p.host, sizeof(p.host), r->host);
	copy_span(query, sizeof(query), r->query);
	p.image.m = strtoull(p.path_rest, NULL, 10);
	p.image.act = strncmp(query, "m=", 2) == 0 && number_length(query + 2) > 0
			  ? strtoull(query + 2, NULL, 10)
			  : IMAGE_AT_MATCH_END;
	if (route->title != NULL)
		send_page(c, &p, NULL);
	else if (!conn_may_ask(c))
		answer_refuse(c, 429, "Retry-After: 10\r\n");
	else
		begin_pending_page(c, &p);
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
	struct answer robots = { .status = 200, .cache_control = CACHE_AN_HOUR };
	struct answer worker = { .status = 200,
		.type = "text/javascript; charset=utf-8",
		.cache_control = CACHE_REVALIDATE,
		.etag = c->web->pages.files_hash };
	const char *rest = "";
	const struct route *route = find_route(r->path, &rest);

	c->close_after_answer = !r->keep_alive;
	c->is_head = r->is_head;
	if (c->for_metrics)
		answer_metrics(c, r);
	else if (!host_is_ours(&c->web->config, r->host))
		answer_refuse(c, 421, NULL);
	else if (!conn_admit_forwarded(c, r))
		answer_refuse(c, 503, "Retry-After: 10\r\n");
	else if (route->kind == PAGE_WEBSOCKET)
		answer_websocket(c, r);
	else if (route->kind == PAGE_FILES)
		pages_send_file(c, r, rest);
	else if (route->kind == PAGE_SERVICE_WORKER)
		answer_send(c, &worker, c->web->pages.service_worker);
	else if (route->kind == PAGE_ROBOTS_TXT)
		answer_text(c, &robots, "User-agent: *\nDisallow: /player\n");
	else
		answer_page(c, r, route, rest);
}

void
pages_refuse(struct conn *c, int status)
{
	c->is_head = false; /* set by an earlier request */
	answer_refuse(c, status, status == 405 ? "Allow: GET, HEAD\r\n" : NULL);
}
