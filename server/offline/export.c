/* SPDX-License-Identifier: MIT */
/* The command `gammond export`: selects matches or a tournament and the destination.
 *
 * Reads the database while a server may be running, without slowing it down: one read
 * transaction for each match.  A text is complete before any of it is written, so a file never
 * contains half a match.  Cost: replaying the matches. */
#include "offline/export.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "form/form.h"
#include "people/people.h"
#include "output/output.h"
#include "review/review.h"
#include "tournament/file.h"
#include "tournament_view/words.h"
#include "store/store.h"

#define WORDS_MAX 3u
#define TOURNAMENT_WORD "tournament"

struct export
{
	struct store *store;
	const char *to; /* file or folder; NULL: standard output */
	const struct form *form;
	struct tourney *tourney; /* the tournament of the last match, NULL if none */
	bool all;
	unsigned exported_n;
	bool failed;
};

/* ---- arguments ---- */

struct export_request {
	bool all;
	int64_t id; /* number of a match; 0: the arguments are the names of two users */
	const struct form *form;
	const char *word[WORDS_MAX];
	unsigned n;
};

/* Reads a match number of digits only.  Returns 0 for anything else. */
static int64_t
match_number(const char *word)
{
	char *end;
	long long n;

	if (word[0] < '1' || word[0] > '9')
		return 0;
	errno = 0;
	n = strtoll(word, &end, 10);
	return errno == 0 && *end == '\0' ? (int64_t)n : 0;
}

static bool
read_export_words(unsigned n, char *const *words, struct export_request *q)
{
	unsigned names;

	*q = (struct export_request){ .form = &FORMS[0] };
	for (unsigned i = 0; i < n; i++) {
		if (strcmp(words[i], "--all") == 0)
			q->all = true;
		else if (strncmp(words[i], "--", 2) == 0 && form_named(words[i] + 2) != NULL)
			q->form = form_named(words[i] + 2);
		else if (words[i][0] == '-' || words[i][0] == '\0' || q->n == WORDS_MAX)
			return false;
		else
			q->word[q->n++] = words[i];
	}
	if (q->n == 0)
		return false;
	q->id = match_number(q->word[0]);
	names = q->id > 0 ? 1 : 2;
	return q->n >= names && q->n <= names + 1 && !(q->all && q->id > 0);
}

/* ---- writing ---- */

static bool
complain(struct export *x, const char *what, const char *why)
{
	(void)fprintf(stderr, "gammond: %s: %s\n", what, why);
	x->failed = true;
	return false;
}

static void
to_stream(void *ctx, const char *text, size_t n)
{
	(void)fwrite(text, 1, n, ctx);
}

static void
add_mark(void *ctx, const struct review_mark *m)
{
	form_add_mark(ctx, m, review_mark_text(m->error));
}

/* Sets the event of a match.  Returns false if it has none. */
static bool
event_of(struct export *x, const struct match_record *r, struct matfile_event *event_out)
{
	bool damaged;

	event_out->import_header[0] = '\0';
	if (x->form->writes_event && match_imported(r))
		return store_match_header(x->store, r->id, event_out->import_header);
	if (!x->form->writes_event || r->tournament == 0)
		return false;
	if (x->tourney == NULL || x->tourney->id != r->tournament) {
		if (x->tourney != NULL)
			tourney_rebuild_free(&x->tourney);
		x->tourney = tourney_rebuild(x->store, r->tournament, &damaged);
	}
	return x->tourney != NULL && words_match_event(x->tourney, r, event_out);
}

static enum matfile_write_err
write_match(struct export *x, const struct match_record *r, FILE *stream)
{
	struct form_text *f = malloc(sizeof(*f));
	struct out out = { .write = to_stream, .ctx = stream };
	struct matfile_event event;
	enum matfile_write_err err;

	CHECK(f != NULL);
	form_begin(f, x->form, r, event_of(x, r, &event) ? &event : NULL, &out);
	store_review_worst_marks(x->store, r->id, FORM_MARKS_MAX, add_mark, f);
	store_actions_each(x->store, r->id, form_action, f);
	err = form_end(f);
	free(f);
	return err;
}

/* Returns the text of a match, which the caller frees; NULL after an error message. */
static char *
match_text(struct export *x, const struct match_record *r, size_t *len)
{
	char *text = NULL, what[64];
	FILE *stream = open_memstream(&text, len);
	enum matfile_write_err err;

	CHECK(stream != NULL);
	err = write_match(x, r, stream);
	CHECK(fclose(stream) == 0);
	if (err == MATFILE_OK)
		return text;
	free(text);
	(void)snprintf(what, sizeof(what), "match %" PRId64, r->id);
	complain(x, what,
	    err == MATFILE_NOT_BACKGAMMON ? "only backgammon can be written as .mat or .sgf"
	    : err == MATFILE_HAS_POSITION ? "it begins at a position, which .mat cannot express"
					  : "its record is damaged");
	return NULL;
}

/* Removes an incomplete file, but not a terminal or device. */
static void
remove_partial_file(const char *path)
{
	struct stat st;

	if (lstat(path, &st) == 0 && S_ISREG(st.st_mode))
		(void)remove(path);
}

/* Writes the text to a file.  Checks fclose too, because the error of a full disk may be
 * returned only there. */
static bool
save_to_file(struct export *x, const char *path, const char *text, size_t len)
{
	FILE *file = fopen(path, "w");
	bool ok;

	if (file == NULL)
		return complain(x, path, strerror(errno));
	ok = fwrite(text, 1, len, file) == len;
	if (fclose(file) == 0 && ok)
		return true;
	complain(x, path, strerror(errno));
	remove_partial_file(path);
	return false;
}

static bool
print_to_stdout(struct export *x, const char *text, size_t len)
{
	if (x->exported_n > 0)
		(void)fputc('\n', stdout);
	if (fwrite(text, 1, len, stdout) == len && fflush(stdout) == 0)
		return true;
	return complain(x, "standard output", strerror(errno));
}

/* Creates the folder and its parents if they are missing. */
static bool
make_folder(struct export *x, const char *path)
{
	char part[4096];
	size_t n = strlen(path);
	struct stat st;

	if (n == 0 || n >= sizeof(part))
		return complain(x, path, "the name is too long");
	memcpy(part, path, n + 1);
	for (size_t i = 1; i <= n; i++) {
		if (path[i] != '/' && path[i] != '\0')
			continue;
		part[i] = '\0';
		if (mkdir(part, 0777) != 0 && errno != EEXIST)
			return complain(x, part, strerror(errno));
		part[i] = path[i];
	}
	if (stat(path, &st) == 0 && !S_ISDIR(st.st_mode))
		return complain(x, path, strerror(ENOTDIR));
	return true;
}

static bool
put_match(struct export *x, const struct match_record *r, const char *text, size_t len)
{
	char path[4096];
	int n;

	if (x->to == NULL)
		return print_to_stdout(x, text, len);
	if (!x->all)
		return save_to_file(x, x->to, text, len);
	if (x->exported_n == 0 && !make_folder(x, x->to))
		return false;
	n = snprintf(path, sizeof(path), "%s/%s-%s-%" PRId64 ".%s", x->to, r->name[0],
	    r->name[1], r->id, x->form->name);
	if (n < 0 || (size_t)n >= sizeof(path))
		return complain(x, x->to, "the name is too long");
	return save_to_file(x, path, text, len);
}

/* Exports one match.  A damaged match is reported and skipped. */
static bool
export_match(void *ctx, const struct match_record *r)
{
	struct export *x = ctx;
	size_t len;
	char *text = match_text(x, r, &len);
	bool ok = true;

	if (text != NULL) {
		ok = put_match(x, r, text, len);
		x->exported_n += ok;
	}
	free(text);
	return ok;
}

/* ---- finding ---- */

static bool
find_user(struct export *x, const char *name, struct user_record *u_out)
{
	if (strlen(name) <= STORE_NAME_MAX && store_user_by_name(x->store, name, u_out))
		return true;
	return complain(x, name, "no such user");
}

static void
export_pair(struct export *x, const struct export_request *q)
{
	struct user_record a, b;
	struct match_record r;

	if (!find_user(x, q->word[0], &a) || !find_user(x, q->word[1], &b))
		return;
	if (x->all)
		store_matches_of_pair_each(x->store, a.id, b.id, export_match, x);
	else if (store_match_find_last(x->store, a.id, b.id, &r))
		(void)export_match(x, &r);
	if (x->exported_n == 0 && !x->failed)
		complain(x, q->word[1], "these two have not played");
}

static void
export_match_by_id(struct export *x, const struct export_request *q)
{
	struct match_record r;

	if (store_match_by_id(x->store, q->id, &r))
		(void)export_match(x, &r);
	else
		complain(x, q->word[0], "no such match");
}

/* ---- tournaments ---- */

enum tourney_form {
	FORM_TEXT,
	FORM_JSON,
	FORM_MAT,
};

struct tournament_request {
	int64_t id;
	enum tourney_form form;
	const char *to; /* a file, or for FORM_MAT a folder; NULL: standard output */
};

/* Recognises `tournament NUMBER [--text|--json] [FILE]` and `tournament NUMBER --mat FOLDER`.
 * These cannot be the names of two users, because names contain no digits. */
static bool
is_tournament(unsigned n, char *const *words)
{
	return n >= 2 && strcmp(words[0], TOURNAMENT_WORD) == 0 && words[1][0] >= '0' &&
	       words[1][0] <= '9';
}

static bool
read_tournament_words(unsigned n, char *const *words, struct tournament_request *q)
{
	*q = (struct tournament_request){ .id = match_number(words[1]) };
	for (unsigned i = 2; i < n; i++) {
		if (strcmp(words[i], "--json") == 0)
			q->form = FORM_JSON;
		else if (strcmp(words[i], "--mat") == 0)
			q->form = FORM_MAT;
		else if (strcmp(words[i], "--text") == 0)
			q->form = FORM_TEXT;
		else if (words[i][0] == '-' || words[i][0] == '\0' || q->to != NULL)
			return false;
		else
			q->to = words[i];
	}
	return q->id > 0 && (q->form != FORM_MAT || q->to != NULL);
}

static void
utc_time(void *ctx, int64_t at_ms, const char *format, char *text, size_t size)
{
	(void)ctx;
	time_text(at_ms / 1000, format, text, size);
}

static void
write_tournament(
    struct export *x, const struct tourney *t, enum tourney_form form, FILE *stream)
{
	struct out out = { .write = to_stream, .ctx = stream };
	struct view view = {
		.out = &out,
		.t = t,
		.me = ENTRY_UNKNOWN,
		.now_ms = 0, /* an exported file shows no entrant as late */
		.write_time = utc_time,
	};
	struct tourney_export f;

	tourney_export_begin(&f, t, x->store, &view);
	if (form == FORM_JSON)
		tourney_export_json(&f, &out);
	else
		(void)tourney_export_text(&f, 0, UINT32_MAX, SIZE_MAX, &out);
	tourney_export_end(&f);
}

static void
export_tournament_text(struct export *x, const struct tourney *t, enum tourney_form form)
{
	char *text = NULL;
	size_t len = 0;
	FILE *stream = open_memstream(&text, &len);

	CHECK(stream != NULL);
	write_tournament(x, t, form, stream);
	CHECK(fclose(stream) == 0);
	if (x->to != NULL)
		(void)save_to_file(x, x->to, text, len);
	else
		(void)print_to_stdout(x, text, len);
	free(text);
}

/* Exports to a folder every match that has begun. */
static void
export_matches(struct export *x, const struct tourney *t)
{
	struct match_record r;

	x->all = true;
	for (uint32_t p = 0; p < t->pairings_n; p++) {
		if (t->bouts[p].match == 0 ||
		    !store_match_by_id(x->store, t->bouts[p].match, &r))
			continue;
		if (!export_match(x, &r) && x->exported_n == 0)
			return; /* the folder is not writable */
	}
}

static void
export_tournament(struct export *x, const struct tournament_request *q, const char *word)
{
	bool damaged;
	struct tourney *t = tourney_rebuild(x->store, q->id, &damaged);

	if (t == NULL) {
		complain(x, word, damaged ? "its record is damaged" : "no such tournament");
		return;
	}
	x->to = q->to;
	if (q->form == FORM_MAT)
		export_matches(x, t); /* t and not x->tourney, which event_of may replace */
	else
		export_tournament_text(x, t, q->form);
	tourney_rebuild_free(&t);
}

/* ---- dispatch ---- */

static int
usage(void)
{
	(void)fputs("usage:\n" EXPORT_USAGE, stderr);
	return 2;
}

int
export_run(const char *data_dir, unsigned n, char *const *words)
{
	struct export x = { 0 };
	struct export_request q = { 0 };
	struct tournament_request tq = { 0 };
	bool tournament = is_tournament(n, words);
	char text[512];
	struct sbuf error;

	SBUF_INIT(&error, text);
	if (!(tournament ? read_tournament_words(n, words, &tq)
			 : read_export_words(n, words, &q)))
		return usage();
	if (store_open_reader(data_dir, &x.store, &error) != STORE_OK) {
		(void)fprintf(stderr, "gammond: %s\n", text);
		return 1;
	}
	x.all = q.all;
	x.form = tournament ? &FORMS[0] : q.form;
	if (!tournament)
		x.to = q.id > 0 ? q.word[1] : q.word[2];
	if (tournament)
		export_tournament(&x, &tq, words[1]);
	else if (q.id > 0)
		export_match_by_id(&x, &q);
	else
		export_pair(&x, &q);
	if (store_commit(x.store, &error) != STORE_OK) {
		(void)fprintf(stderr, "gammond: %s\n", text);
		x.failed = true;
	}
	if (x.tourney != NULL)
		tourney_rebuild_free(&x.tourney);
	store_close(&x.store);
	return x.failed ? 1 : 0;
}
