/* SPDX-License-Identifier: MIT */
/* The files of the page: see pages.h. */
#define _GNU_SOURCE /* memmem */
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "embed.h"

#include "client-web/answer.h"
#include "client-web/pages.h"
#include "client-web/web.h"

extern const struct embedded PAGE[]; /* client-web/page, then the same compressed (".gz") */

#define PAGE_MAX 65536u /* bytes of a file with its addresses filled in */
#define CACHE_FOREVER "public, max-age=31536000, immutable"
#define NETS_PREFIX "nets/" /* prefix of the names of the weights among the embedded files */

const char *
pages_media_type(const char *name)
{
	static const struct {
		const char *end, *type;
	} TYPES[] = { { ".html", "text/html; charset=utf-8" },
		{ ".css", "text/css; charset=utf-8" },
		{ ".js", "text/javascript; charset=utf-8" }, { ".json", "application/json" },
		{ ".svg", "image/svg+xml" }, { ".png", "image/png" },
		{ ".wasm", "application/wasm" }, { ".txt", "text/plain; charset=utf-8" },
		{ ".mat", "text/plain; charset=utf-8" }, { ".sgf", "application/x-go-sgf" } };
	const char *end = strrchr(name, '.');

	for (size_t i = 0; end != NULL && i < ARRAY_LEN(TYPES); i++)
		if (strcmp(end, TYPES[i].end) == 0)
			return TYPES[i].type;
	return "application/octet-stream";
}

static const struct page_file *
find_file(const struct pages *pages, const char *name)
{
	for (unsigned i = 0; i < pages->files_len; i++)
		if (strcmp(pages->files[i].name, name) == 0)
			return &pages->files[i];
	return NULL;
}

static void
send_file(
    struct conn *c, const struct http_request *r, const struct page_file *f, const char *cache)
{
	struct answer a = { .status = 200,
		.type = f->type,
		.cache_control = cache,
		.etag = c->web->pages.files_hash };

	if (answer_etag_matches(r->if_none_match, a.etag))
		a.status = 304;
	a.gzip = f->gzipped != NULL && http_list_has(r->accept_encoding, "gzip");
	answer_send(c, &a, a.gzip ? f->gzipped : f->plain);
}

/* Copies a file with `"/a/HASH/` for each `"/a/`.  Returns NULL if out of memory. */
static struct frame *
copy_with_hash(const struct pages *pages, const struct frame *file)
{
	static const char ADDRESS[] = "\"/a/";
	char *space = malloc(PAGE_MAX);
	const char *at = file->bytes, *end = at + file->len, *found;
	struct frame *made;
	struct sbuf out;

	if (space == NULL)
		return NULL;
	sbuf_init(&out, space, PAGE_MAX);
	while ((found = memmem(at, (size_t)(end - at), ADDRESS, 4)) != NULL) {
		sbuf_addn(&out, at, (size_t)(found + 4 - at));
		sbuf_addf(&out, "%s/", pages->files_hash);
		at = found + 4;
	}
	sbuf_addn(&out, at, (size_t)(end - at));
	CHECK(sbuf_ok(&out));
	made = frame_new("", 0, space, out.len);
	free(space);
	return made;
}

/* Adds a file.  gzipped: the same file compressed, or NULL.  Returns false if out of memory. */
static bool
add_file(struct pages *pages, const char *name, const struct embedded *plain,
    const struct embedded *gzipped, crypto_generichash_state *hash)
{
	struct page_file *f = &pages->files[pages->files_len++];
	const bool packs = gzipped != NULL && gzipped->size < plain->size;

	CHECK(pages->files_len <= PAGES_FILES_MAX);
	*f = (struct page_file){ name, pages_media_type(name),
		frame_new("", 0, plain->data, plain->size),
		packs ? frame_new("", 0, gzipped->data, gzipped->size) : NULL };
	CHECK(crypto_generichash_update(
		  hash, (const unsigned char *)plain->data, plain->size) == 0);
	return f->plain != NULL && (!packs || f->gzipped != NULL);
}

bool
pages_begin(struct web *web)
{
	struct pages *pages = &web->pages;
	const struct page_file *index, *worker;
	crypto_generichash_state state;
	unsigned char hash[crypto_generichash_BYTES];
	unsigned n = 0;

	CHECK(crypto_generichash_init(&state, NULL, 0, sizeof(hash)) == 0);
	while (PAGE[2 * n].name != NULL)
		n++;
	for (unsigned i = 0; i < n; i++)
		if (!add_file(pages, PAGE[i].name, &PAGE[i], &PAGE[n + i], &state))
			return false;
	/* the weights of the computer player */
	for (const struct embedded *f = EMBEDDED; f->name != NULL; f++)
		if (strncmp(f->name, NETS_PREFIX, strlen(NETS_PREFIX)) == 0 &&
		    !add_file(pages, f->name + strlen(NETS_PREFIX), f, NULL, &state))
			return false;
	CHECK(crypto_generichash_final(&state, hash, sizeof(hash)) == 0);
	(void)sodium_bin2hex(
	    pages->files_hash, sizeof(pages->files_hash), hash, sizeof(pages->files_hash) / 2);
	index = find_file(pages, "index.html");
	worker = find_file(pages, "sw.js");
	if (index == NULL || worker == NULL)
		return false;
	pages->index_page = copy_with_hash(pages, index->plain);
	pages->service_worker = copy_with_hash(pages, worker->plain);
	return pages->index_page != NULL && pages->service_worker != NULL;
}

void
pages_send_file(struct conn *c, const struct http_request *r, const char *rest)
{
	const struct pages *pages = &c->web->pages;
	size_t n = strlen(pages->files_hash);
	const struct page_file *f = NULL;

	if (strncmp(rest, pages->files_hash, n) == 0 && rest[n] == '/')
		f = find_file(pages, rest + n + 1);
	if (f == NULL)
		answer_refuse(c, 404, NULL);
	else
		send_file(c, r, f, CACHE_FOREVER);
}
