# SPDX-License-Identifier: MIT
# guests may register and leave, no more (1.6)
connect g
g< ...
g> guest
g< Welcome to Gammond. You just logged in as guest.
g< Please register before using this server:
g<
g< Type 'name username' where name is the word 'name' and
g< username is the login name you want to use.
g< The username may not contain blanks ' ' or colons ':'.
g< The system will then ask you for your password twice.
g< Please make sure that you don't forget your password. All
g< passwords are encrypted before they are saved. If you forget
g< your password there is no way to find out what it was.
g< Please type 'bye' if you don't want to register now.
g<
g< ONE USERNAME PER PERSON ONLY!!!
g< > \
g> who
g< ** Unknown command: 'who'
g< ** As a guest you can type 'name WORD', to register, or 'bye'.
g< > \
g>
g< > \
g> bye
g<                              Goodbye.
g<                   Thank you for playing on Gammond.
g closed
# by the log-in of client programs: no prompts
connect c
c< ...
c> login client 1008 guest guest
c< Welcome to Gammond. You just logged in as guest.
c< Please register before using this server:
c<
c< Type 'name username' where name is the word 'name' and
c< username is the login name you want to use.
c< The username may not contain blanks ' ' or colons ':'.
c< The system will then ask you for your password twice.
c< Please make sure that you don't forget your password. All
c< passwords are encrypted before they are saved. If you forget
c< your password there is no way to find out what it was.
c< Please type 'bye' if you don't want to register now.
c<
c< ONE USERNAME PER PERSON ONLY!!!
c> nonsense
c< ** Unknown command: 'nonsense'
