# SPDX-License-Identifier: MIT
# the operator may close registration in the configuration: a guest reads so before typing a name, in any language
option registration 0
connect: g
g> guest
g< ...
g< Italiano: 'language italiano'.  Portugues do Brasil: 'language portugues'.
g< ** Registration is closed on this server.
g< > \
g> language italiano
g< ...
g< English: 'language english'.  Portugu\xc3\xaas do Brasil: 'language portugues'.
g< ** Su questo server le registrazioni sono chiuse.
g> name alice
g< ** Su questo server le registrazioni sono chiuse.
# client programs read it only in the answer to `name`, as they did before
connect: c
c> login kbg 1008 guest guest
c< ...
c< ONE USERNAME PER PERSON ONLY!!!
c> name alice
c< ** Registration is closed on this server.
