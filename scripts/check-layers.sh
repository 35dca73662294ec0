#!/bin/bash
# SPDX-License-Identifier: MIT
# Checks which module includes which: reads the #include lines and the calls of everything except the tests, and fails
# on a forbidden include or call, and on include cycles of files or folders.  The table is below.
# Ends with "N passed, N failed", one per file.
#
#   scripts/check-layers.sh [FILE...]     default: all files of common, server, client-cli, client-web
set -u
cd "$(dirname "$0")/.."

if [ $# -eq 0 ]; then
	set -- $(find common server client-cli client-web -name '*.[ch]' -o -name '*.def' | LC_ALL=C sort)
fi
[ $# -gt 0 ] || { echo "0 passed, 1 failed"; exit 1; }

awk '
# A module is a folder with its subfolders, such as "cmd" or "client-cli/ui"; each file directly in server/ or
# client-cli/ is a separate module, named after the file (server/main.c and server/main.h: "main").  ours[]: modules
# or single headers that it may include, besides itself.  sys[]: groups of system headers.
function module(name, o, s) { modules[name] = 1; ours[name] = " " o " "; sys[name] = " " s " " }
BEGIN {
	module("base",   "", "c11 sodium")
	module("rules",  "base", "pure")
	module("fair",   "base rules/dice.h", "pure openssl sodium")
	module("tourney", "base rules", "pure")
	module("eval",   "base rules", "pure sodium")
	module("proto",  "base rules", "pure stdio inet utf8proc")
	module("file",   "base rules fair", "c11 posix jansson sodium")
	# The domain: each module may include the ones before it; only the last modules may include tourney.
	below = "base rules fair proto store/store.h work/work.h work/external.h os/log.h embed.h"
	n = split("world stats people output login moderation match form tell tournament_view tournament bot review imports domain", domain, " ")
	for (i = 1; i <= n; i++) {
		module(domain[i], below (domain[i] ~ /^(tourn|bot|review|dom)/ ? " tourney" : "") (domain[i] ~ /^(bot|review)/ ? " eval" : ""), "pure stdio stdlib time sodium")
		below = below " " domain[i]
	}
	module("cmd", "base rules fair proto tourney world stats people output login moderation match form tell tournament_view tournament bot review imports domain.h work/work.h work/external.h os/log.h embed.h",
	               "pure stdio stdlib time jansson sodium")
	module("net",    "base file/regular.h proto/line.h proto/mux.h proto/netaddr.h os/log.h", "c11 posix libevent openssl sodium")
	module("store",  "base rules os/log.h embed.h os/sandbox.h work/background.h", "c11 posix sqlite pq sodium threads")
	module("work",   "base tourney os/log.h os/sandbox.h", "c11 posix threads sodium")
	# The client: each folder may include the ones before it.  Only the model reads the tables of the server.
	lower = "base rules proto"
	module("client-cli/model", lower " fair cmd/commands.def cmd/show.def people/toggles.def people/variables.def", "c11 sodium utf8proc")
	module("client-cli/files", lower " file client-cli/model", "c11 posix ini sodium")
	lower = lower " client-cli/model client-cli/files"
	module("client-cli/net", lower, "c11 posix openssl sodium")
	module("client-cli/ui", lower, "c11 posix curses edit sodium utf8proc")
	module("client-cli/session", lower " client-cli/net client-cli/ui", "c11 posix sodium")
	module("client-cli/main", lower " file client-cli/session", "c11 posix")
	module("client-web", "base proto config/conf.h file/matchjson.h rules/match.h rules/state.h rules/variant.h net/address.h net/link.h net/net.h net/transport.h os embed.h",
	               "c11 posix libevent openssl sodium jansson zlib")
	module("client-web/wasm", "base rules eval", "pure")
	# The rest of the server.  daemon connects all modules; config alone uses inih.
	module("main",   "base store net config offline file daemon os", "c11 posix")
	module("daemon", below " tourney domain.h cmd net store work config handover turn os file/regular.h", "c11 posix glibc sodium")
	module("handover", below " tourney domain.h net store work turn os", "c11 posix")
	module("config", below " file net os", "c11 posix ini")
	module("turn",   below " tourney domain.h cmd net store work", "c11 posix libevent")
	module("offline", below " tourney file store config/conf.h net/net.h", "c11 posix clock")
	module("os",     "base proto file", "c11 posix glibc kernel utf8proc")
	module("conf", "", "pure")
	module("embed",  "", "pure")

	group("pure", "assert.h ctype.h float.h inttypes.h iso646.h limits.h math.h stdalign.h stdarg.h " \
		"stdbool.h stddef.h stdint.h stdnoreturn.h string.h strings.h")
	group("stdio", "stdio.h")
	group("stdlib", "stdlib.h")
	group("time", "time.h")
	group("c11", "assert.h complex.h ctype.h errno.h fenv.h float.h inttypes.h iso646.h limits.h " \
		"locale.h math.h setjmp.h signal.h stdalign.h stdarg.h stdatomic.h stdbool.h stddef.h " \
		"stdint.h stdio.h stdlib.h stdnoreturn.h string.h strings.h time.h wchar.h wctype.h")
	group("posix", "arpa/inet.h dirent.h fcntl.h getopt.h grp.h langinfo.h net/if.h netdb.h " \
		"netinet/in.h netinet/tcp.h poll.h pwd.h sys/file.h sys/ioctl.h sys/resource.h sys/select.h " \
		"sys/socket.h sys/stat.h sys/statvfs.h sys/time.h sys/types.h sys/uio.h sys/un.h sys/wait.h sysexits.h " \
		"syslog.h termios.h unistd.h sys/random.h")
	group("inet", "arpa/inet.h")
	group("glibc", "malloc.h sched.h sys/prctl.h")
	group("kernel", "linux/landlock.h sys/mman.h sys/syscall.h seccomp.h")
	group("clock", "sys/timex.h")
	group("threads", "pthread.h sched.h semaphore.h")
	group("sqlite", "sqlite3.h")
	group("pq", "libpq-fe.h")
	group("sodium", "sodium.h")
	group("utf8proc", "utf8proc.h")
	group("jansson", "jansson.h")
	group("zlib", "zlib.h")
	group("ini", "ini.h")
	group("curses", "curses.h")
	group("edit", "histedit.h editline/readline.h")

	# Calls that are forbidden everywhere, and calls forbidden in a module.
	banned = " sprintf vsprintf strcpy strcat strncpy strncat strtok atoi atol gets alloca rand srand" \
		" localtime gmtime asctime ctime "
	heap = " malloc calloc realloc free strdup strndup "
	clock = " time clock clock_gettime gettimeofday "
	files = " printf fprintf puts putchar fputs fopen fwrite fread fclose perror "
	luck = " random srandom drand48 getrandom arc4random randombytes_buf RAND_bytes "
	nocall["base"] = clock luck
	nocall["rules"] = heap clock luck files
	nocall["eval"] = heap clock luck files
	nocall["tourney"] = heap clock luck files
	nocall["fair"] = heap clock luck files
	nocall["proto"] = heap clock luck files
	for (i = 1; i <= n; i++) nocall[domain[i]] = clock luck files
	nocall["cmd"] = clock luck files
	nocall["client-cli/model"] = clock files
	nocall["store"] = nocall["work"] = clock luck
	own_clock = "^server/store/postgresql/connection[.]c$"   # measures how long an answer takes, not world time
}
function group(name, list,   i, n, a) {
	n = split(list, a, " ")
	for (i = 1; i <= n; i++) member[name "/" a[i]] = 1
}
function wrong(text) {
	printf "%s:%d: %s\n", FILENAME, FNR, text
	bad = 1
}
function module_of(path,   p, n) {
	n = split(path, p, "/")
	if (p[1] == "client-web") return n > 2 ? p[1] "/" p[2] : p[1]
	if (n == 2) sub(/\.[^.]*$/, "", p[2])
	return p[1] == "client-cli" ? p[1] "/" p[2] : p[2]
}
function sys_ok(h,   g, n, i) {
	n = split(sys[me], g, " ")
	for (i = 1; i <= n; i++) {
		if ((g[i] "/" h) in member) return 1
		if (g[i] == "libevent" && h ~ /^event2\//) return 1
		if (g[i] == "openssl" && h ~ /^openssl\//) return 1
	}
	return FILENAME == "common/base/table.h" && (h == "uthash.h" || h == "utlist.h")
}
function ours_ok(h,   p) {
	if (h == "conf.def" || h == "eval/grades.def") return 1    # tables from which several modules take a field each
	if (h !~ /\//) {
		if (h in here) return 1                       # in the same folder
		sub(/\.def$/, ".h", h)
		return h == me ".h" || index(ours[me], " " h " ") > 0
	}
	split(h, p, "/")
	if (p[1] == "client-cli") p[1] = p[1] "/" p[2]
	if (p[1] == me) return 1
	return index(ours[me], " " p[1] " ") > 0 || index(ours[me], " " h " ") > 0
}
function call_check(line,   name) {
	while (match(line, /[A-Za-z_][A-Za-z0-9_]*[ \t]*\(/)) {
		name = substr(line, RSTART, RLENGTH - 1)
		sub(/[ \t]+$/, "", name)
		prev = RSTART > 1 ? substr(line, RSTART - 1, 1) : ""
		line = substr(line, RSTART + RLENGTH)
		if (prev == "." || prev == ">") continue      # a struct member with that name
		if (index(banned, " " name " ")) wrong(name "() is banned")
		else if (name == "clock_gettime" && FILENAME ~ own_clock) continue
		else if (index(nocall[me], " " name " ")) wrong(me " does not call " name "()")
	}
}
# Returns the line without comments and quoted text.
function code_of(line,   out, c, two, i, n) {
	out = ""
	n = length(line)
	for (i = 1; i <= n; i++) {
		c = substr(line, i, 1)
		two = substr(line, i, 2)
		if (in_comment) {
			if (two == "*/") { in_comment = 0; i++ }
		} else if (quote != "") {
			if (c == "\\") i++
			else if (c == quote) { quote = ""; out = out c }
		} else if (two == "/*") { in_comment = 1; i++ }
		else if (two == "//") break
		else {
			if (c == "\"" || c == "\047") quote = c
			out = out c
		}
	}
	quote = ""
	return out
}
function finish() { if (file != "") { if (bad) failed++; else passed++ } }
FNR == 1 {
	finish()
	file = FILENAME
	bad = in_comment = 0
	me = module_of(FILENAME)
	if (!(me in modules)) wrong("no row for the module \"" me "\" in scripts/check-layers.sh")
	dir = FILENAME
	sub(/\/[^\/]*$/, "", dir)
	split("", here)
	for (i = 1; i < ARGC; i++) {
		other = ARGV[i]
		if (index(other, dir "/") == 1) {
			other = substr(other, length(dir) + 2)
			if (other !~ /\//) here[other] = 1
		}
	}
	# Each file directly in server/ is a separate module.
	if (dir == "server") split("", here)
}
{ code = code_of($0) }
code ~ /^[ \t]*#[ \t]*include/ {
	h = $0
	if (h ~ /<[^>]*>/) {
		sub(/^[^<]*</, "", h); sub(/>.*/, "", h)
		if (!sys_ok(h)) wrong(me " may not include <" h ">")
	} else if (h ~ /"[^"]*"/) {
		sub(/^[^"]*"/, "", h); sub(/".*/, "", h)
		if (!ours_ok(h)) wrong(me " may not include \"" h "\"")
	}
	next
}
{ call_check(code) }
END {
	finish()
	printf "%d passed, %d failed\n", passed, failed
	exit failed != 0
}' "$@"
layers=$?

# The graph of includes: files, then folders; tsort names the members of a cycle.
includes=$(grep -HoE '^[[:space:]]*#[[:space:]]*include "[^"]+"' "$@" | sed 's/:.*"\(.*\)"/ \1/' | while read -r from to; do
	for dir in "${from%/*}" common server .; do
		[ -f "$dir/$to" ] && echo "$from $dir/$to" && break
	done
done)
folders=$(echo "$includes" | sed -E 's,(^| )server/([^/ ]+)\.[a-z]+,\1server/\2,g; s,/[^/ ]+\.[a-z]+( |$),\1,g' | awk '$1 != $2' | sort -u)
circle=$(echo "$includes" | tsort 2>&1 >/dev/null; echo "$folders" | tsort 2>&1 >/dev/null)
[ -z "$circle" ] || { echo "circular includes:"; echo "$circle"; echo "0 passed, 1 failed"; exit 1; }
exit $layers
