# SPDX-License-Identifier: MIT
# waitfor: 16 names at most; each further one is reported
user wait_a
user wait_b
user wait_c
user wait_d
user wait_e
user wait_f
user wait_g
user wait_h
user wait_i
user wait_j
user wait_k
user wait_l
user wait_m
user wait_n
user wait_o
user wait_p
user wait_q
clip alice
alice> waitfor wait_a wait_b wait_c wait_d wait_e wait_f wait_g wait_h wait_i wait_j wait_k wait_l wait_m wait_n wait_o wait_p wait_q
alice< ** You'll receive a message when 'wait_a' logs in.
alice< ** You'll receive a message when 'wait_b' logs in.
alice< ** You'll receive a message when 'wait_c' logs in.
alice< ** You'll receive a message when 'wait_d' logs in.
alice< ** You'll receive a message when 'wait_e' logs in.
alice< ** You'll receive a message when 'wait_f' logs in.
alice< ** You'll receive a message when 'wait_g' logs in.
alice< ** You'll receive a message when 'wait_h' logs in.
alice< ** You'll receive a message when 'wait_i' logs in.
alice< ** You'll receive a message when 'wait_j' logs in.
alice< ** You'll receive a message when 'wait_k' logs in.
alice< ** You'll receive a message when 'wait_l' logs in.
alice< ** You'll receive a message when 'wait_m' logs in.
alice< ** You'll receive a message when 'wait_n' logs in.
alice< ** You'll receive a message when 'wait_o' logs in.
alice< ** You'll receive a message when 'wait_p' logs in.
alice< ** That list is full: at most 16 names.
alice> waitfor
alice< You are waiting for the following 16 players:
alice<   wait_a, wait_b, wait_c, wait_d, wait_e, wait_f, wait_g, wait_h, wait_i, wait_j, wait_k, wait_l, wait_m, wait_n, wait_o, wait_p
alice> waitfor wait_q
alice< ** That list is full: at most 16 names.
# a name that is already on the list is confirmed again
alice> waitfor wait_p
alice< ** You'll receive a message when 'wait_p' logs in.
