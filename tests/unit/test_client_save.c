/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* Saving a match that the server sends: other output in between does not get into the file. */
#include <unistd.h>

#include "client-cli/files/save.h"
#include "tests/unit/test.h"

static struct save save;
static char path[300], command[400], said[300];

static void
begin(const char *form)
{
	char words[400];

	(void)snprintf(words, sizeof(words), "7 %s %s", form, path);
	(void)unlink(path);
	assert_true(save_begin(&save, words, command, sizeof(command)));
}

static bool
receive(const char *line)
{
	return save_server_line(&save, line, said, sizeof(said));
}

TEST(a_match_is_saved_and_other_lines_are_shown)
{
	char text[200] = "";
	FILE *file;

	(void)snprintf(path, sizeof(path), "/tmp/save.%ld", (long)getpid());
	begin("json");
	assert_string_equal(command, "export 7 json");
	assert_false(receive("12 bob hello"));
	assert_true(receive("** Match 7 as json:"));
	assert_true(receive("{"));
	assert_false(receive("12 bob hello"));
	assert_false(receive(
	    "")); /* the JSON has no empty lines; an empty line would invalidate the checksum */
	assert_false(receive("** There is something else."));
	/* lines about tournaments with misleading names */
	assert_false(receive("** End of match 7.: entries are open."));
	assert_false(receive("** ERROR: entries are open."));
	assert_false(receive("bob wants to play a 1 point match with you."));
	assert_true(receive("\"match\": 7"));
	assert_true(receive("}"));
	assert_true(receive("** End of match 7."));
	assert_string_equal(said + strlen(path), ": saved");
	assert_false(receive("}"));
	file = fopen(path, "r");
	assert_non_null(file);
	assert_int_equal(
	    fread(text, 1, sizeof(text) - 1, file), strlen("{\n\"match\": 7\n}\n"));
	(void)fclose(file);
	assert_string_equal(text, "{\n\"match\": 7\n}\n");
	/* an existing file is not overwritten */
	(void)snprintf(command, sizeof(command), "7 mat %s", path);
	assert_false(save_begin(&save, command, said, sizeof(said)));
	(void)unlink(path);
}

TEST(a_failed_save_leaves_no_file)
{
	char words[400];

	(void)snprintf(path, sizeof(path), "/tmp/save.%ld", (long)getpid());
	begin("mat");
	assert_false(receive("** Something that no version of this program knows."));
	assert_string_equal(said, "");
	save_end(&save, said, sizeof(said)); /* the end mark has arrived */
	assert_non_null(strstr(said, "not saved"));
	assert_int_not_equal(access(path, F_OK), 0);
	save.language = LANG_IT;
	begin("mat");
	save_end(&save, said, sizeof(said));
	(void)snprintf(words, sizeof(words), "%s: non salvato", path);
	assert_string_equal(said, words);
	save.language = LANG_EN;
	begin("mat"); /* an unanswered save does not block the next save */
	begin("mat");
	assert_true(receive("** Match 7 as mat:"));
	(void)snprintf(words, sizeof(words), "7 mat %s.2", path);
	assert_false(save_begin(&save, words, command, sizeof(command)));
	assert_string_equal(command, "Another match is still being saved.");
	save_end(&save, said, sizeof(said));
	assert_int_not_equal(access(path, F_OK), 0);
	assert_false(save_begin(&save, "mat", command, sizeof(command)));
}
