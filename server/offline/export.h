/* SPDX-License-Identifier: MIT */
/* `gammond export`: stored matches in the formats of form/form.h, tournaments as text or JSON,
 * while a server runs or without one. */
#ifndef EXPORT_H
#define EXPORT_H

#define EXPORT_WORD "export"
#define EXPORT_USAGE                                                                           \
	"       gammond [-c FILE] [-d DATADIR] export [FORM] NAME NAME [FILE]\n"               \
	"       gammond [-c FILE] [-d DATADIR] export [FORM] --all NAME NAME [FOLDER]\n"       \
	"       gammond [-c FILE] [-d DATADIR] export [FORM] ID [FILE]\n"                      \
	"       with FORM --mat, --sgf, --txt or --json\n"                                     \
	"       gammond [-c FILE] [-d DATADIR] export tournament N [--text|--json] [FILE]\n"   \
	"       gammond [-c FILE] [-d DATADIR] export tournament N --mat FOLDER\n"

/* Runs the command.  words: the arguments after EXPORT_WORD.  Returns the exit status: 0 on
 * success; 1 on failure, with a message on standard error; 2 for wrong arguments. */
int export_run(const char *data_dir, unsigned n, char *const *words);

#endif
