/* SPDX-License-Identifier: MIT */
/* The addresses of the web server, and what each answers.
 *
 * client-web/page/ is compiled into the program.  Its files are served at /a/HASH/FILE, where
 * HASH changes with any of them, so that browsers may keep them for ever.  index.html is the
 * page at every other address: `"/a/` becomes `"/a/HASH/`, `<!--head-->` the title and the tags
 * for previews, and `<!--text-->` what is shown without scripts. */
#ifndef WEB_PAGES_H
#define WEB_PAGES_H

#include "base/check.h"

#include "client-web/conn.h"
#include "client-web/http.h"

#define PAGES_PROTOCOL "gammon.1" /* the WebSocket's subprotocol */
#define PAGES_FILES_MAX 128u

struct web;
struct json_t;

struct page_file {
	const char *name, *type;
	struct frame *plain, *packed; /* packed: gzip; NULL if it would not be smaller */
};

struct pages {
	char hash[17];
	struct page_file files[PAGES_FILES_MAX];
	unsigned files_len;
	struct frame *shell;   /* index.html with the addresses of the files */
	uint64_t answers[600]; /* by status */
};

/* Prepares the files.  Returns false if out of memory. */
MUST_USE bool pages_begin(struct web *web);

/* Answers a request, or makes the connection wait for the server's part of the page. */
void pages_answer(struct conn *c, const struct http_request *r);
/* Refuses a request that was not understood, and closes. */
void pages_refuse(struct conn *c, int status);
/* Sends the picture for which it waits. */
void pages_image(struct conn *c, struct frame *png);
/* Answers without the server's part. */
void pages_late(struct conn *c);
/* The connection ends while it waits. */
void pages_forget(struct conn *c);

#endif
