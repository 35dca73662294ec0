# SPDX-License-Identifier: MIT
# the operator may close registration in the configuration
option registration 0
connect g
g< ...
g: guest
g> name alice
g< ** Registration is closed on this server.
