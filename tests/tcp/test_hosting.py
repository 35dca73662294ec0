#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What HOSTING.md tells operators to write and to type, as far as it can be checked without a machine of its own:
gammond accepts the configuration after each step; nft, haproxy, nginx, caddy and fail2ban, if installed, accept their
files; and everything that the commands name exists. tests/hosting/roots.py runs all of it in bare systems."""

import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "hosting"))
import hosting
from fibs import Report, run

GAMMOND = os.path.abspath(os.environ.get("GAMMOND", "build/gammond"))
UNITS = os.path.join(hosting.TOP, "conf", "systemd")
# units of other packages
OTHERS = {"nftables", "haproxy", "nginx", "fail2ban"}


def write(path, text, mode=0o644):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    os.chmod(path, mode)
    return path


def call(*command, **more):
    p = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **more)
    return p.returncode, p.stdout


def has(program):
    return any(os.path.exists(os.path.join(d, program)) for d in os.environ["PATH"].split(":") + ["/usr/sbin", "/sbin"])


def configuration(report, base, steps):
    """The options of all steps are set one after the other, as an operator does; certificates are made when the
    commands make them."""
    with open(os.path.join(hosting.TOP, "conf", "gammond.conf"), encoding="utf-8") as f:
        conf = f.read()
    tls = os.path.join(base, "tls")
    for step in steps:
        if "make-cert" in step.text:
            call(os.path.join(hosting.TOP, "scripts", "make-cert"), tls, "localhost")
        if step.kind != "settings":
            continue
        conf = hosting.settings(conf, step)
        path = write(os.path.join(base, "gammond.conf"), conf.replace("/etc/gammond/tls", tls))
        status, said = call(GAMMOND, "-n", "-c", path)
        report.check("configuration", status == 0, "%s %d: %s" % (step.chapter, step.number, said))


def firewall(report, base, step):
    report.check("firewall", step.text.startswith("#!/usr/sbin/nft -f\n"), step.text)
    if not has("nft"):
        report.skip("firewall", "nft is not installed")
        return
    own = ["unshare", "-n" if os.geteuid() == 0 else "-rn"]
    env = dict(os.environ, PATH=os.environ["PATH"] + ":/usr/sbin:/sbin")
    status, said = call(*own, "nft", "list", "ruleset", env=env)
    if status != 0:
        report.skip("firewall", "nft cannot be used in a network of its own: " + said.strip())
        return
    path = write(os.path.join(base, "nftables.conf"), step.text)
    status, said = call(*own, "nft", "-c", "-f", path, env=env)
    report.check("firewall", status == 0, said)


def front_end(report, base, step):
    # as in Debian's haproxy.cfg, to which the step is appended
    defaults = ("global\n    log /dev/log local0\ndefaults\n    log global\n    mode http\n    option httplog\n    option dontlognull\n    timeout connect 5000\n"
                "    timeout client 50000\n    timeout server 50000\n")
    tls = os.path.join(base, "tls")
    os.symlink("key.pem", os.path.join(tls, "cert.pem.key"))
    path = write(os.path.join(base, "haproxy.cfg"), defaults + "\n" + step.text.replace("/etc/gammond/tls", tls))
    status, said = call("haproxy", "-c", "-f", path, env=dict(os.environ, PATH=os.environ["PATH"] + ":/usr/sbin"))
    report.check("haproxy", status == 0 and "WARNING" not in said, said)


def web_servers(report, base, step):
    tls = os.path.join(base, "tls")
    if has("nginx"):
        site = write(os.path.join(base, "site.conf"), step.text.replace("HOST", "localhost").replace("/etc/gammond/tls", tls))
        path = write(os.path.join(base, "nginx.conf"), "pid %s/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\ninclude %s;\n}\n" % (base, site))
        status, said = call("nginx", "-t", "-c", path, "-p", base, env=dict(os.environ, PATH=os.environ["PATH"] + ":/usr/sbin"))
        report.check("nginx", status == 0 or "Permission denied" in said, said)
    else:
        print("no nginx: its configuration is not checked")
    with open(os.path.join(hosting.TOP, "HOSTING.md"), encoding="utf-8") as f:
        caddy = re.search(r"`/etc/caddy/Caddyfile`:\n\n```\n(.*?)```\n", f.read(), re.S).group(1).replace("HOST", "club.example")
    if has("caddy"):
        path = write(os.path.join(base, "Caddyfile"), caddy)
        status, said = call("caddy", "validate", "--config", path, "--adapter", "caddyfile", env=dict(os.environ, HOME=base))
        report.check("caddy", status == 0 and "Valid configuration" in said, said)
    else:
        print("no caddy: its configuration is not checked")


def jail(report, base, step):
    for line in ("backend = systemd", "banaction = nftables"):
        report.check("fail2ban", line in step.text.split("[gammond]")[0], "%s is not the default of all jails" % line)
    if not has("fail2ban-client"):
        print("no fail2ban: its configuration is not checked")
        return
    there = os.path.join(base, "fail2ban")
    call("cp", "-a", "/etc/fail2ban", there)
    call("cp", os.path.join(hosting.TOP, "conf", "fail2ban", "gammond.conf"), os.path.join(there, "filter.d"))
    write(os.path.join(there, "jail.d", os.path.basename(step.target)), step.text)
    status, said = call("fail2ban-client", "-c", there, "-t")
    report.check("fail2ban", status == 0, said)


def certificate(report, base):
    """certbot's hook copies both files and reloads the units that are named."""
    lineage, tls, programs = (os.path.join(base, x) for x in ("lineage", "copies", "programs"))
    write(os.path.join(programs, "systemctl"), "#!/bin/sh\necho \"$*\" >>%s/reloaded\n" % base, 0o755)
    # the group does not exist here
    write(os.path.join(programs, "install"), "#!/bin/bash\nexec /usr/bin/install \"${@/#gammond/%d}\"\n" % os.getgid(), 0o755)
    for n, units in enumerate(((), ("haproxy",))):
        for name in ("fullchain", "privkey"):
            write(os.path.join(lineage, name + ".pem"), "%s %d\n" % (name, n), 0o600)
        status, said = call(os.path.join(hosting.TOP, "scripts", "certificate"), *units,
                            env=dict(os.environ, PATH=programs + ":" + os.environ["PATH"], RENEWED_LINEAGE=lineage, GAMMOND_TLS=tls))
        report.check("certbot's hook", status == 0, said)
        for name, text in (("cert.pem", "fullchain"), ("key.pem", "privkey")):
            path = os.path.join(tls, name)
            with open(path, encoding="ascii") as f:
                report.check("certbot's hook", f.read() == "%s %d\n" % (text, n), path)
            report.check("certbot's hook", os.stat(path).st_mode & 0o777 == 0o640, oct(os.stat(path).st_mode))
        report.check("certbot's hook", sorted(os.listdir(tls)) == ["cert.pem", "key.pem"], os.listdir(tls))
    with open(os.path.join(base, "reloaded"), encoding="ascii") as f:
        report.check("certbot's hook", f.read() == "try-reload-or-restart gammond\ntry-reload-or-restart haproxy\n", "reloads")


def commands(report, steps):
    """The shell understands each command, and the units, scripts and packages that the commands name exist."""
    usage = call(GAMMOND, "-h")[1]
    units = {x.rsplit(".", 1)[0] for x in os.listdir(UNITS)} | set(os.listdir(UNITS)) | OTHERS
    for step in steps:
        if step.kind != "command":
            continue
        where = "%s %d: " % (step.chapter, step.number)
        status, said = call("bash", "-n", "-c", step.text)
        report.check("commands", status == 0, where + said)
        for line in re.sub(r"#.*", "", step.text).splitlines():
            for unit in re.findall(r"systemctl (?:\S+ )(?:--now )?(\S+)", line):
                report.check("commands", unit in units, where + "there is no unit " + unit)
            for script in re.findall(r"\bscripts/\S+", line):
                report.check("commands", os.access(os.path.join(hosting.TOP, script), os.X_OK), where + "there is no " + script)
            for script in re.findall(r"/usr/libexec/gammond/(\S+)", line):
                report.check("commands", os.access(os.path.join(hosting.TOP, "scripts", script), os.X_OK), where + "there is no " + script)
            for word in re.findall(r"gammond -c \S+ (\w+)", line):
                report.check("commands", " %s " % word in usage, where + "gammond has no command " + word)


def order(report, steps):
    """A certificate exists before the server is told to use it, and a package before its files are changed."""
    at = {}
    for i, step in enumerate(steps):
        for text in ("certbot certonly", "make-cert", "tls_certificate =", "apt install nftables", "apt install haproxy",
                     "front_socket =", "enable --now gammonweb", "apt install nginx"):
            if text in step.text:
                at.setdefault(text, i)
        if step.target:
            at.setdefault(step.target, i)
    for first, then in (("certbot certonly", "tls_certificate ="), ("make-cert", "tls_certificate ="),
                        ("apt install nftables", "/etc/nftables.conf"), ("apt install haproxy", "/etc/haproxy/haproxy.cfg"),
                        ("front_socket =", "enable --now gammonweb"), ("apt install nginx", "/etc/nginx/conf.d/gammond.conf")):
        report.check("order", first in at and then in at and at[first] < at[then], "%s, then %s: %s" % (first, then, at))


async def main(report: Report):
    steps = hosting.steps()
    files = {step.target: step for step in steps if step.kind in ("file", "append")}
    with tempfile.TemporaryDirectory(prefix="gammond-hosting-") as base:
        order(report, steps)
        commands(report, steps)
        configuration(report, base, steps)
        certificate(report, base)
        firewall(report, base, files["/etc/nftables.conf"])
        front_end(report, base, files["/etc/haproxy/haproxy.cfg"])
        web_servers(report, base, files["/etc/nginx/conf.d/gammond.conf"])
        jail(report, base, files["/etc/fail2ban/jail.d/gammond.conf"])


if __name__ == "__main__":
    run(main, 60)
