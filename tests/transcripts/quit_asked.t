# SPDX-License-Identifier: MIT
# an abbreviated log-out does not end an interactive user's match; a whole word does
user bob
user carol
user tina
clip alice
telnet bob carol
tiny tina
match alice bob 3
match carol tina 3
bob> q
bob< ** Your match with alice will be saved. If you want to leave, type 'quit'.
bob> ex
bob< ** Your match with alice will be saved. If you want to leave, type 'exit'.
bob> by
bob< ** Your match with alice will be saved. If you want to leave, type 'bye'.
bob> adi
bob< ** Your match with alice will be saved. If you want to leave, type 'adios'.
bob> ts
bob< ** Your match with alice will be saved. If you want to leave, type 'tschoe'.
bob> log
bob< ** Your match with alice will be saved. If you want to leave, type 'logout'.
carol> set language it
carol< Il valore di 'language' ora \xc3\xa8 it.
carol> Q
carol< ** L'incontro con tina sar\xc3\xa0 salvato. Se vuoi andartene, scrivi 'quit'.
# at [Return] q only ends the answer
bob> set pagelength 5
bob< Value of 'pagelength' set to 5.
bob> toggle
bob< The current settings are:
bob< allowpip        YES
bob< autoboard       YES
bob< autodouble      NO
bob< [Return]\
bob< [no prompt]
bob> q
bob< > \
bob> q
bob< ** Your match with alice will be saved. If you want to leave, type 'quit'.
# client programs leave at once
tina> q
alice< 5 carol - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
alice< 6
alice< 8 tina tina logs out.
bob< tina logs out.
carol< tina esce. La partita \xc3\xa8 stata salvata.
carol< tina esce.
tina< Your game with carol was saved.
tina<                              Goodbye.
tina<                   Thank you for playing on Gammond.
tina closed
carol: q
carol> quit
alice< 8 carol carol logs out.
bob< carol logs out.
carol<                              Arrivederci.
carol<                   Grazie per aver giocato su Gammond.
carol closed
alice> q
alice< Your game with bob was saved.
alice< 5 bob - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
alice< 6
alice<                              Goodbye.
alice<                   Thank you for playing on Gammond.
alice closed
bob< alice logs out. The game was saved.
bob< alice logs out.
bob: q
bob> quit
bob<                              Goodbye.
bob<                   Thank you for playing on Gammond.
bob closed
