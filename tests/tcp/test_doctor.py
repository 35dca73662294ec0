#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`gammond doctor` finds each kind of damage, names it, repairs what is safe, and leaves its findings for the
server's metrics."""

import asyncio
import glob
import os
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import time
import urllib.request

import fibs
from fibs import Report, Server, Telnet, free_port, register_all, run
from test_check import BACKUP, PASSWORD, database, stale, unplayable

BINARY = os.path.abspath(os.environ.get("GAMMOND", "build/gammond"))


class Patient:
    """A data directory with a match that has ended, a sound backup and a certificate."""

    def __init__(self, server):
        self.base, self.datadir, self.server = server.base, server.datadir, server
        self.copies, self.tls = os.path.join(self.base, "copies"), os.path.join(self.base, "tls")
        self.conf = os.path.join(self.base, "doctor.conf")
        subprocess.run(["scripts/make-cert", self.tls], check=True, stdout=subprocess.DEVNULL, timeout=fibs.PATIENCE)
        os.chmod(self.file("key.pem"), 0o600)
        with open(self.conf, "w", encoding="ascii") as out:
            out.write("[server]\ndata_dir = %s\ntls_port = %d\ntls_certificate = %s\ntls_key = %s\n"
                      % (self.datadir, free_port(), self.file("cert.pem"), self.file("key.pem")))
        subprocess.run([BACKUP, BINARY, self.conf, self.copies, "3"], check=True, stdout=subprocess.DEVNULL,
                       timeout=fibs.PATIENCE)
        self.well = os.path.join(self.base, "well")
        os.mkdir(self.well)
        for name in ("data", "copies", "tls"):
            shutil.copytree(os.path.join(self.base, name), os.path.join(self.well, name), ignore=sockets)

    def file(self, name):
        return os.path.join(self.tls, name)

    def heal(self):
        for name in ("data", "copies", "tls"):
            shutil.rmtree(os.path.join(self.base, name))
            shutil.copytree(os.path.join(self.well, name), os.path.join(self.base, name))

    def copy(self):
        return os.path.join(self.copies, os.listdir(self.copies)[0])

    def sql(self, *statements):
        db = database(self.server)
        for name, in db.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            db.execute("DROP TRIGGER %s" % name)
        for s in statements:
            db.execute(s)
        db.commit()
        db.close()

    def findings(self):
        with open(os.path.join(self.datadir, "gammond.doctor"), encoding="ascii") as f:
            return f.read()

    def examine(self, *args, **more):
        """Returns the exit status, the output, and the findings stored for the metrics, as {examination: level}."""
        done = subprocess.run([BINARY, "-c", self.conf, "doctor"] + list(args) + [self.copies], capture_output=True,
                              text=True, timeout=fibs.PATIENCE * fibs.SLOWER, **more)
        findings = dict(re.findall(r'gammond_doctor_finding\{of="(\w+)"\} (\d)', self.findings()))
        return done.returncode, done.stdout + done.stderr, findings


def sockets(folder, names):
    return [n for n in names if not os.path.isfile(os.path.join(folder, n)) and not os.path.isdir(os.path.join(folder, n))]


def overwrite(path, at, data):
    with open(path, "r+b") as f:
        f.seek(at)
        f.write(data)


def short_certificate(p):
    subprocess.run(["openssl", "req", "-x509", "-key", p.file("key.pem"), "-days", "3", "-subj", "/CN=x", "-out",
                    p.file("cert.pem")], check=True, capture_output=True, timeout=fibs.PATIENCE)


def age(p):
    os.rename(p.copy(), os.path.join(p.copies, "20260101T050000Z"))


# (name, how the patient's files are damaged, the examination that finds the damage, words of the finding)
DAMAGE = (
    ("page", lambda p: overwrite(p.server.database(), 4096, b"\x5a" * 8192), "database", "restore the newest sound backup"),
    ("index", lambda p: stale(p.server), "database", "'check --repair' rebuilds it"),
    ("unfinished match", lambda p: unplayable_second(p), "records", "match 3 of bert and anna does not replay"),
    ("finished match", lambda p: p.sql("UPDATE match SET length = length + 2 WHERE ended_ms <> 0"), "records",
     "finished match 1 differs from its checksum"),
    ("action", lambda p: p.sql("DELETE FROM action WHERE kind = 'resign'"), "records",
     "finished match 1 differs from its checksum"),
    ("rating", lambda p: p.sql("INSERT INTO rating_change (match, user, rating_before, rating_after, experience_before, "
     "experience_after, at_ms) SELECT 1, min(id), 1500, 1999, 0, 1, 1 FROM user"), "records",
     "the rating changes of match 1 differ"),
    ("no backup", lambda p: shutil.rmtree(p.copy()), "backup", "there is none in"),
    ("old backup", age, "backup", "days old"),
    ("cut backup", lambda p: os.truncate(p.copy() + "/gammond.db", 8192), "backup", "damaged"),
    ("empty backup", lambda p: os.unlink(p.copy() + "/gammond.db"), "backup", "/gammond.db cannot be read: No such file"),
    ("failed backup", lambda p: open(os.path.join(p.datadir, "gammond.backup_failed"), "wb").close(), "backup", "the last one failed"),
    ("no certificate", lambda p: os.truncate(p.file("cert.pem"), 20), "certificate", "no usable PEM certificate"),
    ("certificate not renewed", short_certificate, "certificate", "days: was it not renewed?"),
    ("key", lambda p: os.chmod(p.file("key.pem"), 0o644), "certificate", "can read the key"),
    ("clock", lambda p: p.sql("UPDATE counter SET value = %d WHERE name = 'clock_seen'" % ((time.time() + 5000) * 1000)),
     "clock", "behind what the server has seen"),
)
REPAIRED = ("index", "key")


def unplayable_second(p):
    """Adds a second match, whose actions do not replay."""
    p.sql("INSERT INTO match (id, user0, user1, length, variant, seed, created_ms, last_ms, actions) "
          "SELECT 3, user1, user0, 3, 'backgammon', zeroblob(32), 1, 1, 1 FROM match WHERE id = 1",
          "INSERT INTO match_run VALUES (3, 0, 3000, 1)",
          "INSERT INTO action (id, match, seq, at_ms, elapsed_ms, credit_ms, seat, automatic, kind, text) "
          "VALUES (3000, 3, 0, 1, 0, 0, 2, 1, 'nonsense', 'x')")


def examined(report, patient):
    for name, harm, of, words in DAMAGE:
        patient.heal()
        harm(patient)
        status, text, findings = patient.examine()
        line = [x for x in text.split("\n") if x.startswith("PROBLEM  " + of) and words in x]
        report.check(name, status == 4 and line and findings[of] == "2", "status %s: %s" % (status, text))
        others = sorted(k for k, v in findings.items() if v == "2" and k != of)
        report.check(name, others == [] or name == "page", "it also complains of %s: %s" % (others, text))
        status, text, findings = patient.examine("--repair")
        report.check(name, (status == 0) == (name in REPAIRED), "repaired: status %s: %s" % (status, text))
        if name in REPAIRED:
            report.check(name, patient.examine()[0] == 0, "not for long")
    patient.heal()


def remembered(report, patient):
    """A finished match that was found damaged is reported by each run until it is repaired or settled.  This includes
    runs whose slice of matches does not reach it."""
    group = "remembered"
    words = "finished match 1 differs from its checksum"

    def elsewhere():
        """Examines as if the last run had ended after match 1."""
        path = os.path.join(patient.datadir, "gammond.doctor")
        text = re.sub(r"(?m)^(gammond_doctor_checked_match) \d+$", r"\1 1", patient.findings())
        with open(path, "w", encoding="ascii") as f:
            f.write(text)
        return patient.examine()

    for mend in (lambda: patient.sql("UPDATE match SET length = length - 2 WHERE id = 1"),
                 lambda: subprocess.run([BINARY, "-c", patient.conf, "settle", "1"], check=True, stdout=subprocess.DEVNULL,
                                        timeout=fibs.PATIENCE)):
        patient.examine()
        patient.sql("UPDATE match SET length = length + 2 WHERE id = 1")
        status, text, _ = elsewhere()
        report.check(group, status == 0, "the slice begins before it: %s" % text)
        for examine in (patient.examine, elsewhere, elsewhere):
            status, text, _ = examine()
            report.check(group, status == 4 and text.count(words) == 1, text)
        mend()
        status, text, _ = elsewhere()
        report.check(group, status == 0 and "match=" not in patient.findings(), text)
    again = subprocess.run([BINARY, "-c", patient.conf, "settle", "1"], capture_output=True, text=True, timeout=fibs.PATIENCE)
    report.check(group, again.returncode == 1 and again.stderr == "gammond: match 1 is over already\n", again.stderr)

    # More matches are damaged than the doctor can remember.  Each run begins at the first damaged match that is not
    # remembered.
    patient.sql("WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 40) INSERT INTO match (id, user0, user1, "
                "length, variant, seed, created_ms, last_ms, ended_ms, end_reason, actions, checksum) SELECT i, user0, user1, length, "
                "variant, seed, created_ms, last_ms, ended_ms, end_reason, 0, 1 FROM match, n WHERE id = 1")
    for _ in range(2):
        text = patient.examine()[1]
        report.check(group, text.count("differs from its checksum") == 33 and "too many are damaged to check those after 34" in text, text)
        found = re.findall(r'match="(\d+)"\} 1\n', patient.findings())
        report.check(group, found == [str(i) for i in range(2, 34)] and "checked_match 33\n" in patient.findings(), found)
    patient.heal()


def interrupted(report, patient):
    """A signal does not leave the restored copy behind, and the next run removes what SIGKILL leaves."""
    group, tmp = "interrupted", os.path.join(patient.base, "tmp")
    os.mkdir(tmp)
    env = dict(os.environ, TMPDIR=tmp)
    db = sqlite3.connect(os.path.join(patient.copy(), "gammond.db"))
    for _ in range(40):  # so that the copy takes long enough to be noticed
        db.execute("INSERT INTO message (user, sender, at_s, text, delivered) SELECT max(id), min(id), 0, ?, 1 FROM user", ("x" * 900000,))
    db.commit()
    db.close()
    for sig, kill in ((signal.SIGTERM, os.kill), (signal.SIGINT, os.killpg), (signal.SIGKILL, os.killpg)):
        for _ in range(20):  # on a busy machine a run may end before it is interrupted
            run_ = subprocess.Popen([BINARY, "-c", patient.conf, "doctor", patient.copies], env=env, start_new_session=True,
                                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            while run_.poll() is None and not glob.glob(tmp + "/gammond-doctor.*/*[!w]"):  # the lock file once it is not named .new
                pass
            if run_.poll() is None:
                kill(run_.pid, sig)
            status = run_.wait(fibs.PATIENCE)
            if status < 0:
                break
        report.check(group, status in (-sig, -signal.SIGTERM), "status %d" % status)
        report.check(group, (os.listdir(tmp) == []) == (sig != signal.SIGKILL), "%s: %s" % (sig, os.listdir(tmp)))
    other = os.path.join(tmp, "gammond-doctor.others")
    os.mkdir(other)
    os.mkdir(os.path.join(other, "folder"))  # the doctor never makes a folder in its own folder
    status, text, _ = patient.examine(env=env)
    report.check(group, status == 0 and os.listdir(tmp) == ["gammond-doctor.others"], "%s, %s" % (os.listdir(tmp), text))
    patient.heal()


def at_once(report, patient):
    """Runs that start at the same moment do not remove each other's restored copies."""
    group, tmp = "at once", os.path.join(patient.base, "tmp")
    for _ in range(fibs.scaled(40, 10)):
        runs = [subprocess.Popen([BINARY, "-c", patient.conf, "doctor", patient.copies], env=dict(os.environ, TMPDIR=tmp), text=True,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT) for _ in range(12)]
        texts = [r.communicate()[0] for r in runs]
        report.check(group, not any(r.returncode for r in runs), texts)
        report.check(group, os.listdir(tmp) == ["gammond-doctor.others"], os.listdir(tmp))


async def played(port):
    """A match of one point that ends by resignation."""
    await register_all(port, ["anna", "bert"], PASSWORD)
    anna, bert = await Telnet.open(port), await Telnet.open(port)
    for t, name in ((anna, "anna"), (bert, "bert")):
        await t.until("login: ")
        t.send("connect %s %s" % (name, PASSWORD))
        await t.until("authenticated.")
    for t in (anna, bert):
        t.send("toggle ready")
        await t.until("now ready")
    for t, line, answer in ((anna, "invite bert 1", "invited"), (bert, "join anna", "Starting a new game"),
                            (anna, "resign n", "You want to resign"), (bert, "accept", "You win the 1 point match")):
        t.send(line)
        await t.until(answer)
    anna.close()
    bert.close()


async def shown(report, patient):
    """A running server's limit on open files is examined, and its metrics contain the findings."""
    port = free_port()
    server = Server(datadir=patient.datadir, conf="[metrics]\nport = %d\n" % port)
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (512, soft[1]))
    limited = server._in_child

    def few():
        limited()
        resource.setrlimit(resource.RLIMIT_NOFILE, (512, 512))
    server._in_child = few
    try:
        await server.start()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, soft)
    before = int(time.time())
    status, text, findings = await asyncio.to_thread(patient.examine)
    if not fibs.UNDER_VALGRIND:  # under valgrind the server's process has another name
        report.check("open files", status == 4 and findings["files"] == "2" and "the server may open 512" in text, text)
    page = await asyncio.to_thread(
        lambda: urllib.request.urlopen("http://127.0.0.1:%d/metrics" % port, timeout=fibs.PATIENCE).read().decode())
    at = re.findall(r"^gammond_doctor_timestamp_seconds (\d+)$", page, re.M)
    report.check("metrics", 'gammond_doctor_finding{of="files"} %s\n' % findings["files"] in page and at and before <= int(at[0]) <= time.time(),
                 page[-900:])
    report.check("metrics", await server.stop() == 0, "status")
    server.remove()


async def main(report: Report):
    server = await Server(life=300).start()
    await played(server.port)
    await server.stop()
    patient = Patient(server)
    status, text, findings = patient.examine()
    report.check("sound", status == 0 and "2" not in findings.values() and "1 finished matches are unchanged" in text and
                 "restored and checked: 2 users, 1 matches" in text, text)
    report.check("sound", text.endswith("problems: 0, notes: %d\n" % text.count("\nnote ")), text)
    report.check("sound", "only this machine can reach the server" in text, text)
    await asyncio.to_thread(examined, report, patient)
    await asyncio.to_thread(remembered, report, patient)
    await asyncio.to_thread(interrupted, report, patient)
    await asyncio.to_thread(at_once, report, patient)
    with open(patient.conf, encoding="ascii") as f:
        conf = f.read()
    for option in ("front_socket = %s/front" % patient.base, "proxy_from = 127.0.0.1"):
        with open(patient.conf, "w", encoding="ascii") as out:
            out.write(conf + option + "\n")
        text = patient.examine()[1]
        report.check("front end", "only this machine can reach the server" not in text, text)
    await shown(report, patient)
    with open(patient.conf, "a", encoding="ascii") as out:
        out.write("[store]\nengine = postgresql\nconninfo = host=%s/nowhere\n" % patient.base)
    status, text, findings = patient.examine()
    report.check("no PostgreSQL", status == 4 and findings["database"] == "2" and "No such file" in text and "restore" not in text, text)
    for words in (["--mend"], [patient.copies, "x"]):
        done = subprocess.run([BINARY, "-c", patient.conf, "doctor"] + words, capture_output=True, text=True, timeout=fibs.PATIENCE)
        report.check("words", done.returncode == 2 and done.stderr.startswith("usage:\n"), done.stderr)
    server.remove()


if __name__ == "__main__":
    run(main, fibs.scaled(120, 200))
