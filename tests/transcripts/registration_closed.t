# SPDX-License-Identifier: MIT
# an operator may close registration
option registration 0
connect g
g< ...
g> guest
...
g> name alice
g< ** Registration is closed on this server.
g< > \
