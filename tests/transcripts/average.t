# SPDX-License-Identifier: MIT
# average: users on line by the hour of the day
option idle_s 604800
clip alice
alice> average
alice< Time (UTC)  average min max    Time (UTC)  average min max
alice< 00:00-00:59     -     -   -    12:00-12:59     -     -   -
alice< 01:00-01:59     -     -   -    13:00-13:59     -     -   -
alice< 02:00-02:59     -     -   -    14:00-14:59     -     -   -
alice< 03:00-03:59     -     -   -    15:00-15:59     -     -   -
alice< 04:00-04:59     -     -   -    16:00-16:59     -     -   -
alice< 05:00-05:59     -     -   -    17:00-17:59     -     -   -
alice< 06:00-06:59     -     -   -    18:00-18:59     -     -   -
alice< 07:00-07:59     -     -   -    19:00-19:59     -     -   -
alice< 08:00-08:59     -     -   -    20:00-20:59     -     -   -
alice< 09:00-09:59     -     -   -    21:00-21:59     -     -   -
alice< 10:00-10:59     -     -   -    22:00-22:59     -     -   -
alice< 11:00-11:59     -     -   -    23:00-23:59     -     -   -
clock +1800
clip bob
clock +1800
alice> average
alice< Time (UTC)  average min max    Time (UTC)  average min max
alice< 00:00-00:59     -     -   -    12:00-12:59   1.5     1   2
alice< 01:00-01:59     -     -   -    13:00-13:59     -     -   -
alice< 02:00-02:59     -     -   -    14:00-14:59     -     -   -
alice< 03:00-03:59     -     -   -    15:00-15:59     -     -   -
alice< 04:00-04:59     -     -   -    16:00-16:59     -     -   -
alice< 05:00-05:59     -     -   -    17:00-17:59     -     -   -
alice< 06:00-06:59     -     -   -    18:00-18:59     -     -   -
alice< 07:00-07:59     -     -   -    19:00-19:59     -     -   -
alice< 08:00-08:59     -     -   -    20:00-20:59     -     -   -
alice< 09:00-09:59     -     -   -    21:00-21:59     -     -   -
alice< 10:00-10:59     -     -   -    22:00-22:59     -     -   -
alice< 11:00-11:59     -     -   -    23:00-23:59     -     -   -
clock +3600
bob> bye
alice< 8 bob bob logs out.
bob<                              Goodbye.
bob<                   Thank you for playing on Gammond.
bob closed
clock +7200
restart
telnet alice
alice> average
alice< Time (UTC)  average min max    Time (UTC)  average min max
alice< 00:00-00:59     -     -   -    12:00-12:59   1.5     1   2
alice< 01:00-01:59     -     -   -    13:00-13:59   2.0     2   2
alice< 02:00-02:59     -     -   -    14:00-14:59   1.0     1   1
alice< 03:00-03:59     -     -   -    15:00-15:59   1.0     1   1
alice< 04:00-04:59     -     -   -    16:00-16:59     -     -   -
alice< 05:00-05:59     -     -   -    17:00-17:59     -     -   -
alice< 06:00-06:59     -     -   -    18:00-18:59     -     -   -
alice< 07:00-07:59     -     -   -    19:00-19:59     -     -   -
alice< 08:00-08:59     -     -   -    20:00-20:59     -     -   -
alice< 09:00-09:59     -     -   -    21:00-21:59     -     -   -
alice< 10:00-10:59     -     -   -    22:00-22:59     -     -   -
alice< 11:00-11:59     -     -   -    23:00-23:59     -     -   -
