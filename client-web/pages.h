/* SPDX-License-Identifier: MIT */
/* The paths that gammonweb serves, and the answer to each.
 *
 * client-web/page/ is compiled into the program.  Its files are served at /a/HASH/FILE, where
 * HASH is a hash of all of them, so that browsers may cache them for ever.  Every other page is
 * index.html with `"/a/` replaced with `"/a/HASH/`, `<!--head-->` with the title and the tags
 * for previews, and `<!--text-->` with the text for browsers that run no scripts.  The weights
 * of the evaluator (common/eval/nets) are served next to the files of the page.  The service
 * worker is served at /sw.js, because its address limits which pages it may answer. */
#ifndef WEB_PAGES_H
#define WEB_PAGES_H

#include "base/check.h"

#include "client-web/conn.h"
#include "client-web/http.h"

#define PAGES_SUBPROTOCOL "gammon.1" /* the WebSocket's subprotocol */
#define PAGES_FILES_MAX 128u

struct web;
struct json_t;

struct page_file {
	const char *name, *type;
	struct frame *plain, *gzipped; /* gzip; NULL if it would not be smaller */
};

struct pages {
	char files_hash[17];
	struct page_file files[PAGES_FILES_MAX];
	unsigned files_len;
	struct frame *index_page;        /* index.html with the addresses of the files */
	struct frame *service_worker;    /* sw.js with the addresses of the files */
	uint64_t answers_by_status[600]; /* answers sent, by status */
	size_t held_bytes; /* bytes of records that are arriving, being replayed or sent */
};

/* Prepares the files.  Returns false if out of memory. */
MUST_USE bool pages_begin(struct web *web);
/* Answers with a file of the page.  rest: the address after "/a/", of the form "HASH/FILE". */
void pages_send_file(struct conn *c, const struct http_request *r, const char *rest);
/* Returns the media type of a file name. */
const char *pages_media_type(const char *name);

/* Answers a request, or makes the connection wait for what gammond knows about the match. */
void pages_answer(struct conn *c, const struct http_request *r);
/* Refuses a request that was not understood, and closes. */
void pages_refuse(struct conn *c, int status);
/* Sends the picture that a connection waits for. */
void pages_send_image(struct conn *c, struct frame *png);
/* Answers a request for which gammond took too long: a page is sent without the match, anything
 * else is refused with 503. */
void pages_on_timeout(struct conn *c);
/* Called when a connection ends while it waits.  Frees c->page. */
void pages_cancel(struct conn *c);

#endif
