#!/bin/bash
# SPDX-License-Identifier: MIT
# Checks that what is cited exists:
# - in sources: "rules/RULES.md 2.4" is a heading of that file, "tourney/RULES.md 18" a numbered rule,
#   "LIMITS.md D5" a promise, "PROTOCOL.md 4.1" a heading
# - in documents: links lead to files; the paths that CONTRIBUTING.md and ARCHITECTURE.md name exist; a file contains
#   the name that CONTRIBUTING.md gives with it, and the files of a row of ARCHITECTURE.md 5 contain its functions
# - PROTOCOL.md names the commands that FIBS does not have, and quotes lines that the server can send
# - the picture in README.md matches its transcript; the shipped configuration shows every option
# - Prometheus accepts the alert rules, and each of them is tested (where promtool is installed)
# - the events that the server logs, with their levels, are the rows of server/os/events.def
# - the database finds every notice that users may have missed; gammond.8 and --help describe every subcommand
# Prints the failures and "N passed, N failed".
set -u
cd "$(dirname "$0")/.."

python3 - <<'PY'
import glob, os, re, shutil, subprocess, sys

if os.path.exists(".git"):
    files = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True, check=True).stdout.split("\n")
else:  # an unpacked release
    files = [os.path.join(d, f)[2:] for d, _, names in os.walk(".") for f in names if not re.match(r"\./(build|data)\b", d)]
sources = [f for f in files if f.endswith((".c", ".h", ".def", ".sql", ".py", ".sh", ".t")) and os.path.isfile(f)]
documents = [f for f in files if f.endswith(".md") and os.path.isfile(f)]

DOCUMENTS = {
    "rules/RULES.md": "common/rules/RULES.md",
    "tourney/RULES.md": "common/tourney/RULES.md",
    "LIMITS.md": "server/LIMITS.md",
    "PROTOCOL.md": "common/proto/PROTOCOL.md",
}


def sections(path):
    text = open(path, encoding="utf-8").read()
    found = set(re.findall(r"^#+ (\d+(?:\.\d+)*)\.? ", text, re.M))
    found |= set(re.findall(r"^(\d+)\. ", text, re.M))
    found |= set(re.findall(r"^\| (D\d+) \|", text, re.M))
    return found


known = {name: sections(path) for name, path in DOCUMENTS.items()}
NUMBER = r"(?:D\d+|\d+(?:\.\d+)*)"
CITED = re.compile(r"((?:rules/|tourney/)?(?:RULES|LIMITS|PROTOCOL)\.md),? (?:section )?"
                   r"(" + NUMBER + r"(?:(?:, | and | to |-)" + NUMBER + r")*)")
passed = failed = 0


def check(good, words):
    global passed, failed
    if good:
        passed += 1
    else:
        failed += 1
        print("FAIL", words)


for f in sources:
    if f == "scripts/check-docs.sh":
        continue
    text = re.sub(r"\s*\n\s*(?:\*|#|//)?\s*", " ", open(f, encoding="utf-8", errors="replace").read())
    for m in CITED.finditer(text):
        name, numbers = m.groups()
        for n in re.findall(NUMBER, numbers):
            check(name in known and n in known[name], f"{f}: {name} {n} is not there")
    if f.startswith("common/tourney/") or f == "common/rules/clock.h":  # bare numbers refer to tournament rules
        for m in re.finditer(r"\brules? (\d+(?:(?:, | and | to )\d+)*)", text):
            for n in re.findall(r"\d+", m.group(1)):
                check(n in known["tourney/RULES.md"], f"{f}: there is no rule {n}")
    for m in re.finditer(r"(?:rules|limits|protocol) reference\b.{0,12}|\(reference \d[^)]*\)", text):
        check(False, f"{f}: cites what is not in the repository: {m.group(0)}")

for f in documents:
    for target in re.findall(r"\]\(([^)#: ]+)(?:#[^)]*)?\)", open(f, encoding="utf-8").read()):
        path = os.path.normpath(os.path.join(os.path.dirname(f), target))
        check(os.path.exists(path), f"{f}: the link to {target} leads nowhere")

# each path that these documents name exists, from the top or from their folder; a word in capitals, as in
# conf/help/TOPIC.txt, matches any name
for document in ("CONTRIBUTING.md", "server/ARCHITECTURE.md"):
    for path in re.findall(r"`([\w.-]+/[\w./-]*|[\w-]+\.(?:md|def|sh|c|h|txt))`", open(document, encoding="utf-8").read()):
        any_of = re.sub(r"[A-Z]{2,}", "*", path)
        found = path.startswith("build/") or "/" not in path and any(os.path.basename(f) == path for f in files)
        for top in ("", "server/", "common/"):
            found = found or os.path.exists(top + path) or glob.glob(top + any_of)
        check(bool(found), f"{document}: there is no {path}")

# "`NAME` in `FILE`": the file contains that name
for name, path in re.findall(r"`((?:struct |enum )?\w+)`\s+in\s+`([\w.-]+/[\w./-]+)`", open("CONTRIBUTING.md", encoding="utf-8").read()):
    if "NAME" in name:
        continue
    found = os.path.isfile(path) and re.search(r"\b%s\b" % name, open(path, encoding="utf-8").read())
    check(bool(found), f"CONTRIBUTING.md: there is no {name} in {path}")

# the path of a move: "| step | functions | files |"; the functions msg_NAME are made from msg.def
move = open("server/ARCHITECTURE.md", encoding="utf-8").read().split("\n## 5. ")[1].split("\n## ")[0]
for functions, paths in re.findall(r"^\|[^|]*\|([^|]*)\|([^|]*)\|$", move, re.M):
    named = re.findall(r"`([\w/.]+\.(?:c|def))`", paths)
    text = "".join(open(f, encoding="utf-8").read() for f in sources if any(("/" + f).endswith("/" + path) for path in named))
    for name in re.findall(r"`([a-z]\w+)`", functions):
        found = name.startswith("msg_") or re.search(r"\b%s\(" % name, text)
        check(bool(found), f"server/ARCHITECTURE.md: there is no function {name} in {paths.strip()}")

# PROTOCOL.md 10 names every command that FIBS does not have, and 1.2 gives the cost of every user command.  The server
# can send each line quoted there ("** ..."; a quotation that is cut short ends with " ...").
protocol = open("common/proto/PROTOCOL.md", encoding="utf-8").read()
rows = re.findall(r'^CMD\("(\w+)",.*, *(\d+), *cmd_\w+, *"[^"]*", (\w+), ([\w| ]+)\)$',
                  open("server/cmd/commands.def", encoding="utf-8").read(), re.M)
named = re.search(r"^\| new commands \((.*); for operators (.*?)\)", protocol, re.M).groups()
for words, by_users in zip(named, (True, False)):
    words = set(re.findall(r"`(\w+)`", words))
    ours = {name for name, _, role, flags in rows if "OURS" in flags.split(" | ") and (role == "USER") == by_users}
    check(ours and words == ours, f"PROTOCOL.md 10: {sorted(words ^ ours)} are not both there and in commands.def")
# `help commands` lists every command under one name, and the commands of operators and admins separately.  It leaves
# out typing errors (TYPO) and `name`, which `help names` explains to guests
means = {name: (run, topic, role != "USER") for name, run, topic, role, flags in
         re.findall(r'^CMD\("(\w+)",.* (cmd_\w+), *"([^"]*)", (\w+), ([\w| ]+)\)$',
                    open("server/cmd/commands.def", encoding="utf-8").read(), re.M)
         if flags != "TYPO" and name != "name"}
for page in ("conf/help/commands.txt", "conf/help/it/commands.txt", "conf/help/pt/commands.txt"):
    lists = re.findall(r":\n\n((?:        \S.*\n)+)", open(page, encoding="utf-8").read())[1:]  # the first are short forms
    lists = [re.sub(r"\(.*?\)|!!", "", text).split() for text in lists]
    for listed, orders in ([word for text in lists[:-1] for word in text], False), (lists[-1], True):
        wanted = {m for m in means.values() if m[2] == orders}
        check(len(listed) == len(set(listed)), f"{page}: a command is listed twice")
        for word in listed:
            check(means.get(word) in wanted, f"{page}: {word} is not a command of this group of users")
        for m in sorted(wanted - {means.get(word) for word in listed}):
            check(False, f"{page}: no command of {m[0]} (topic {m[1]}) is listed")
costs = {}
for seconds, words in re.findall(r"^  \| ([\d.]+) s \| (.*) \|$", protocol, re.M):
    costs.update((word, round(10 * float(seconds))) for word in re.findall(r"`(\w+)`", words))
for name, cost, role, flags in rows:
    if role == "USER" and "LEAVES" not in flags:
        check(costs.get(name, 10) == int(cost), f"PROTOCOL.md 1.2: {name} costs {cost} tenths of a second")
lines = set()
for f in ["common/proto/msg.def"] + glob.glob("server/net/*.c"):
    for text in re.findall(r'(?:"(?:[^"\\]|\\.)*"\s*)+', open(f, encoding="utf-8").read()):
        text = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', text)).replace('\\"', '"')
        lines.update(re.sub(r"(?<=[a-z])%s", "s", line) for line in re.split(r"(?:\\[rn])+", text) if line.startswith("** "))
for line in re.findall(r"`(\*\* [^`]*)`", re.sub(r"\n *", " ", protocol)):
    begun = line.endswith(" ...")
    form = re.sub(r"\b(?:[A-Z]+|first|\d+)\b", ".+", re.escape(line[:-4] if begun else line))
    found = any((re.match if begun else re.fullmatch)(form, text) for text in lines)
    found = found or any(re.fullmatch(re.sub(r"%[a-z]+", ".*", re.escape(text)), line) for text in lines)
    check(found, f"PROTOCOL.md: no text gives {line}")

# notices that users who missed them get at their next log-in: the query finds their acts by an index of the same kinds
again = re.findall(r"\{ TACT_(\w+),.*, +AGAIN_(?:ALL|NAMED) \}", open("server/tournament/tell.c", encoding="ascii").read())
query = re.search(r"S\(TOURNEY_NOTICES,.*?a\.kind IN \((.*?)\) \"", open("server/store/statements.def", encoding="ascii").read(), re.S).group(1)
index = [re.findall(r"INDEX tourney_notice .*?IN \((.*?)\)", open(f, encoding="utf-8").read(), re.S) for f in sorted(glob.glob("schema/*.sql"))]
query, index = (set(re.findall(r"'(\w+)'", kinds)) for kinds in (query, [kinds for made in index for kinds in made][-1]))
check(again and query == index, f"the index tourney_notice and TOURNEY_NOTICES differ: {sorted(query ^ index)}")
check(query.issuperset(again), f"TOURNEY_NOTICES does not find {sorted(set(again) - query)}")

# gammond.8 and the usage describe every subcommand
program = "".join(open(f, encoding="ascii").read() for f in ["server/main.c", *sorted(glob.glob("server/offline/*.[ch]"))])
tables = program.split("} BESIDE[] = {")[1].split("};")[0] + program.split("} COMMANDS[] = {")[1].split("};")[0]
words = {word or re.search(rf'#define {macro} "(.*)"', program).group(1) for word, macro in re.findall(r'\{ (?:"(\S+)"|(\w+)),', tables)}
usage = set(re.findall(r'"(?:usage:|      ) gammond (?:\[[^\]]*\] )*([a-z-]+)', program)) - {"upgrade"}
check(usage == words, f"gammond --help: {sorted(usage ^ words)} are not both there and in the program")
manual = open("server/gammond.8", encoding="ascii").read().replace("\\-", "-")
for part, form in ("SYNOPSIS", r"^\.B (?:gammond )?([a-z-]+)"), ("COMMANDS", r'^\.TP\n\.B[IR]? "?([a-z-]+)'):
    found = set(re.findall(form, manual.split(f".SH {part}\n")[1].split(".SH")[0], re.M))
    check(found >= words, f"server/gammond.8, {part}: {sorted(words - found)} are missing")

# the version is the same everywhere
version = re.search(r'VERSION "(.*)"', open("common/base/version.h", encoding="utf-8").read()).group(1)
for f, form in (("CHANGELOG.md", r"(?s).*?^## \[(\d[^]]*)\]"), ("debian/changelog", r"gammond \((.*)\)"), ("client-cli/gammon.1", r"(?s).*?gammon ([\d.]+)\""),
                ("server/gammond.8", r"(?s).*?gammond ([\d.]+)\""), ("client-web/gammonweb.8", r"(?s).*?gammond ([\d.]+)\""), ("server/gammond.conf.5", r"(?s).*?gammond ([\d.]+)\"")):
    found = re.match(form, open(f, encoding="utf-8").read(), re.M)
    check(found and found.group(1) == version, f"{f}: the version is {found and found.group(1)}, but {version} in version.h")

# the shipped configuration and its manual page are made of the rows of conf.def
options = subprocess.run(["scripts/options", "--check"], capture_output=True, text=True)
check(options.returncode == 0, (options.stdout + options.stderr).strip())

# each event that the server logs has a row, and each row is logged, at the same levels
LOG = re.compile(r"\blog_(debug|info|warn|error|client)\(\s*(?:LOG_LEVEL_([A-Z]+),)?([^,]*),")
table = open("server/os/events.def", encoding="ascii").read()
rows = re.findall(r'^EVENT\((\w+), "([a-z ]+)", "([^"]+)", "([^"]*)"\)$', table, re.M)
check(len({row[0] for row in rows}) == len(re.findall(r"^EVENT\(", table, re.M)),
      "server/os/events.def: a row has another form, or two rows have the same name")
listed = {(name, level) for name, levels, _, _ in rows for level in levels.split()}
logged = {}
for f in sources:
    if not re.match(r"(server|client-web)/.*\.c$", f) or f == "server/os/log.c":
        continue
    for function, level, event in LOG.findall(open(f, encoding="utf-8").read()):
        names = re.findall(r'"(\w+)"', event)
        check(bool(names), f"{f}: the event of this call is no constant: {event.strip()}")
        logged.update(((name, (level or function).lower()), f) for name in names)
for name, level in sorted(logged.keys() | listed):
    check((name, level) in listed, f"server/os/events.def: no row for {name} at level {level}, which {logged.get((name, level))} logs")
    check((name, level) in logged, f"server/os/events.def: nothing logs {name} at level {level}")
for name, levels, _, advice in rows:
    check((levels == "info") == (advice == ""), f"server/os/events.def: {name}: only warnings and errors say what to do")

# tests/data/alerts.yml makes each alert fire
alerts = re.findall(r"alert: (\w+)", open("conf/prometheus/gammond.yml", encoding="ascii").read())
fired = re.findall(r'alertname="(\w+)"', open("tests/data/alerts.yml", encoding="ascii").read())
check(set(alerts) == set(fired), f"tests/data/alerts.yml tests {sorted(fired)}, but the alerts are {sorted(alerts)}")
for command in (("check", "rules", "conf/prometheus/gammond.yml"), ("test", "rules", "tests/data/alerts.yml")):
    if shutil.which("promtool"):
        made = subprocess.run(("promtool",) + command, capture_output=True, text=True)
        check(made.returncode == 0, made.stdout + made.stderr)

# the picture in README.md matches the transcript that it is drawn from
drawn = subprocess.run(["scripts/screen"], capture_output=True, text=True).stdout
check(drawn == open("scripts/screen.svg", encoding="utf-8").read(), "scripts/screen.svg: draw it again with scripts/screen")

print(f"{passed} passed, {failed} failed")
sys.exit(1 if failed or not passed else 0)
PY
