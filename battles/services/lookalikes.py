"""Letters and digits that look like a Latin one: of Unicode's table of confusables those that are single characters.

By their numbers, since here more than anywhere one cannot see what is written.
"""

from __future__ import annotations

_LIKE = {
    "2": "01a7 03e8 14bf a644 a6ef a75a",
    "3": "01b7 021c 0417 04e0 2ccc a76a a7ab 118ca 16f3b",
    "4": "13ce 118af",
    "5": "01bc 118bb",
    "6": "0431 13ee 2cd2 118d5",
    "7": "104d2 118c6",
    "8": "0222 0223 09ea 0a6a 1031a",
    "9": "09ed 0a67 0b68 0d6d 2cca a76e 118ac 118cc 118d6",
    "A": "0391 0410 13aa 15c5 a4ee 102a0 16f40",
    "B": "0392 0412 13f4 15f7 a4d0 a7b4 10282 102a1 10301",
    "C": "0421 13df 2ca4 a4da 102a2 10302 10415 1051c 118e9 118f2",
    "D": "13a0 15de 15ea a4d3",
    "E": "0395 0415 13ac 2d39 a4f0 10286 118a6 118ae",
    "F": "03dc 15b4 a4dd a798 10287 102a5 10525 118a2 118c2",
    "G": "050c 13c0 13f3 a4d6",
    "H": "0397 041d 13bb 157c 2c8e a4e7 102cf",
    "J": "037f 0408 13ab 148d a4d9 a7b2",
    "K": "039a 041a 13e6 16d5 2c94 a4d7 10518",
    "L": "13de 14aa 2cd0 a4e1 1041b 10526 118a3 118b2 16f16",
    "M": "039c 03fa 041c 13b7 15f0 16d6 2c98 a4df 102b0 10311",
    "N": "039d 2c9a a4e0 10513",
    "O": "039f 041e 0555 09e6 0b20 0b66 12d0 2c9e 2d54 3007 a4f3 10292 102ab 10404 104c2 10516 114d0 118b5 118e0",
    "P": "03a1 0420 13e2 146d 2ca2 a4d1 10295",
    "Q": "2d55",
    "R": "01a6 13a1 13d2 1587 a4e3 104b4 16f35",
    "S": "0405 054f 13d5 13da a4e2 10296 10420 16f3a",
    "T": "03a4 0422 13a2 2ca6 a4d4 10297 102b1 10315 118bc 16f0a",
    "U": "054d 1200 144c a4f4 104ce 118b8 16f42",
    "V": "0474 06f7 13d9 142f 2d38 a4e6 a6df 1051d 118a0 16f08",
    "W": "051c 13b3 13d4 a4ea 118e6 118ef",
    "X": "03a7 0425 16b7 2cac 2d5d a4eb a7b3 10290 102b4 10317 10322 10527 118ec",
    "Y": "03a5 0423 04ae 13a9 13bd 2ca8 a4ec 102b2 118a4 16f43",
    "Z": "0396 13c3 a4dc 102f5 118a9 118e5",
    "a": "0251 03b1 0430",
    "b": "0184 042c 13cf 1472 15af",
    "c": "0441 1d04 2ca5 abaf 1043d",
    "d": "0501 13e7 146f a4d2",
    "e": "0435 04bd ab32",
    "f": "0584 1e9d a799 ab35",
    "g": "018d 0261 0581 1d83",
    "h": "04bb 0570 13c2",
    "i": "0131 0269 026a 03b9 0456 04cf 13a5 a647 ab75 118c3",
    "j": "03f3 0458",
    "l": "0196 01c0 0399 0406 04c0 06f1 16c1 2c92 2d4f a4f2 1028a 10309 10320 16f28",
    "n": "0578 057c",
    "o": (
        "03bf 03c3 043e 0585 06f5 0966 0a66 0ae6 0be6 0c66 0ce6 0d20 0d66 0e50 0ed0 101d 1040 10ff 1d0f 1d11 "
        "2c9f ab3d 1042c 104ea 118c8 118d7"
    ),
    "p": "03c1 0440 2ca3",
    "q": "051b 0563 0566",
    "r": "0433 1d26 2c85 ab47 ab48 ab81",
    "s": "01bd 0455 a731 abaa 10448 118c1",
    "u": "028b 03c5 057d 1d1c a79f ab4e ab52 104f6 118d8",
    "v": "03bd 0475 1d20 aba9 11706 118c0",
    "w": "026f 0461 051d 0561 1d21 ab83 1170a 1170e 1170f",
    "x": "0445 1541 157d",
    "y": "0263 028f 03b3 0443 04af 10e7 1d8c 1eff ab5a 118dc",
    "z": "1d22 ab93 118c4",
}
# As most typefaces draw them; beside Unicode's, the two pairs of letters that run together.
LOOKALIKES = {int(number, 16): letter for letter, numbers in _LIKE.items() for number in numbers.split()} | {
    ord("0"): "O",
    ord("1"): "l",
    ord("I"): "l",
    ord("|"): "l",
}
RUN_TOGETHER = (("rn", "m"), ("vv", "w"))
