/* SPDX-License-Identifier: MIT */
/* Lines from clients: the output of text_make_safe must be safe to show and must not change
 * when cleaned again, accepted names must obey the rules for names, and the functions on words
 * must stay within the text and agree with each other. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "proto/username.h"
#include "proto/words.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

/* Copies into a block of exactly the text's size, so that a sanitizer reports an overrun of one
 * byte. */
static char *
copy_of(const char *text)
{
	size_t size = strlen(text) + 1;
	char *copy = malloc(size);

	CHECK(copy != NULL);
	memcpy(copy, text, size);
	return copy;
}

static void
check_clean(const char *text)
{
	char *once = copy_of(text);
	char *twice;
	size_t n;

	if (!text_make_safe(once)) {
		CHECK(strcmp(once, text) == 0);
		free(once);
		return;
	}
	n = strlen(once);
	CHECK(n <= strlen(text));
	for (size_t i = 0; i < n; i++)
		CHECK((unsigned char)once[i] >= 0x20 && once[i] != 0x7f);
	for (size_t i = 0; i + 1 < n; i++) /* C1 */
		CHECK(!((unsigned char)once[i] == 0xc2 && (unsigned char)once[i + 1] < 0xa0));
	CHECK(strstr(once, "\xe2\x80\xae") == NULL && strstr(once, "\xe2\x81\xa6") == NULL);
	CHECK(n == 0 || once[n - 1] != ' ');
	twice = copy_of(once);
	CHECK(text_make_safe(twice));
	CHECK(strcmp(once, twice) == 0);
	free(twice);
	free(once);
}

static void
check_name(const char *name)
{
	char folded[USERNAME_MAX + 1];

	username_to_lower(name, folded, sizeof(folded));
	CHECK(strlen(folded) <= USERNAME_MAX);
	if (username_check(name) == USERNAME_OK) {
		CHECK(strlen(name) >= USERNAME_MIN && strlen(name) <= USERNAME_MAX);
		CHECK(strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_") ==
		      strlen(name));
		CHECK(word_is(name, folded));
		CHECK(username_check(folded) == USERNAME_OK);
	}
	if (clientname_ok(name)) {
		char *shown = copy_of(name);

		CHECK(strlen(name) >= 1 && strlen(name) <= 20 && strchr(name, ' ') == NULL);
		CHECK(text_make_safe(shown) && strcmp(shown, name) == 0);
		free(shown);
	}
}

static void
check_word_pair(const char *a, const char *b)
{
	CHECK(word_is(a, a));
	CHECK(word_is(a, b) == word_is(b, a));
	CHECK(word_is(a, b) == (word_is_prefix(a, b) && word_is_prefix(b, a)));
	CHECK(!word_is_prefix_exactly(a, b) || word_is_prefix(a, b));
	CHECK(!word_is_prefix(a, b) || strlen(a) <= strlen(b));
}

static void
check_words(const char *text)
{
	char *line = copy_of(text);
	char *rest = line;
	const char *last = "toggle";
	size_t bytes = 0;
	char *word;

	while ((word = word_next(&rest)) != NULL) {
		long number = 0;

		CHECK(*word != '\0' && strpbrk(word, " \t") == NULL);
		bytes += strlen(word);
		CHECK(!word_number(word, &number) ||
		      strspn(word, "+-0123456789") == strlen(word));
		check_name(word);
		check_word_pair(word, last);
		last = word;
	}
	CHECK(*rest == '\0');
	for (const char *p = text; *p != '\0'; p++)
		if (*p != ' ' && *p != '\t')
			bytes--;
	CHECK(bytes == 0);
	free(line);
}

static void
check_trim(const char *text)
{
	char *line = copy_of(text);
	char *trimmed = text_trim(line);
	size_t n = strlen(trimmed);

	CHECK(strstr(text, trimmed) != NULL);
	CHECK(n == 0 ||
	      (strchr(" \t", trimmed[0]) == NULL && strchr(" \t", trimmed[n - 1]) == NULL));
	CHECK(text_trim(trimmed) == trimmed && strlen(trimmed) == n);
	free(line);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	char *text = malloc(n + 1);

	CHECK(text != NULL);
	if (n > 0)
		memcpy(text, data, n);
	text[n] = '\0';
	check_clean(text);
	check_name(text);
	check_words(text);
	check_trim(text);
	free(text);
	return 0;
}
