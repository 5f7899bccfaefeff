"""Generates a shop: lines of products, and searches in it. Every time the same."""

import json
import random
from itertools import accumulate

ONSETS = "b c d f g h j k l m n p r s t v w st tr gl br kr sh th".split()
VOWELS = "a e i o u ai ea ou é ö å ü".split()
VOWEL_WEIGHTS = [10, 10, 8, 8, 5, 2, 2, 2, 0.5, 0.5, 0.3, 0.3]
CODAS = ["", "", "", "n", "r", "s", "l", "t", "x", "ck", "ng", "m"]
NOUNS = """Mug Bowl Plate Vase Jug Teapot Cup Saucer Dish Tray Lamp Candle Cushion Blanket Rug Stool Chair Table Shelf
    Clock Mirror Basket Box Frame Knife Fork Spoon Pan Pot Kettle Apron Towel Bottle Glass Carafe Decanter Bag Wallet
    Belt Scarf Hat Glove Sock Shirt Tie""".split()
ADJECTIVES = """Blue Red Green Stoneware Ceramic Porcelain Oak Walnut Linen Wool Cotton Leather Brass Copper Steel Small
    Large Tall Round Oval""".split()
TINTS = """#ffffff #111111 #808080 #d02020 #2040d0 #20a040 #f0d020 #f08020 #804020 #f060b0 #8020c0
    #f0e8d0""".split()


class Shop:
    """Products with names of two to six words, of which some are everywhere and most are rare."""

    def __init__(self, seed=7):
        self.random = random.Random(seed)
        words = set()
        while len(words) < 4000:
            words.add("".join(self._syllable() for _ in range(self.random.choice([1, 2, 2, 2, 3]))))
        self.words = sorted(words)
        self.random.shuffle(self.words)
        # Zipf's law, a little flattened.
        self.weights = list(accumulate(1 / (rank + 5) for rank in range(len(self.words))))
        # Each has a number, because names are unique.
        self.makers = [f"{self._title(2)} {number}" for number in range(20_000)]
        self.collections = [f"{self._title(1)} {number}" for number in range(2_000)]

    def lines(self, count):
        """The products, a line each: name, SKU, tint, makers, collections."""
        pick = self.random
        for number in range(count):
            noun = pick.choice(NOUNS)
            words = [word.capitalize() for word in pick.choices(self.words, cum_weights=self.weights, k=pick.randint(1, 3))]
            if pick.random() < 0.6:
                words.append(pick.choice(ADJECTIVES))
            words.insert(0 if pick.random() < 0.1 else len(words), noun)
            words.append(str(number))
            makers = {pick.choice(self.makers) for _ in range(pick.choice([1, 1, 1, 2]))}
            collections = [pick.choice(self.collections)] if pick.random() < 0.7 else []
            fields = [" ".join(words), f"{noun[:3].upper()}-{number:06}", pick.choice(TINTS)]
            yield "\t".join([*fields, "|".join(sorted(makers)), "|".join(collections)])

    def queries(self, lines, count=300):
        """Texts of one, two, three and eight letters: from the products, at random, and put together of two halves."""
        pick = self.random
        letters = "abcdefghijklmnopqrstuvwxyz0123456789-ßé%_"
        queries = {"1 letter": list(letters)}
        for length in (2, 3, 8):
            texts = []
            while len(texts) < count:
                half = (length + 1) // 2
                one, other = (" ".join(pick.choice(lines).lower().split("\t")[:4]) for _ in range(2))
                start = pick.randrange(len(one) - length)
                text = {
                    0: one[start : start + length],
                    1: "".join(pick.choice(letters) for _ in range(length)),
                    2: one[start : start + half] + other[: length - half],
                }[len(texts) % 3]
                if text == text.strip():
                    texts.append(text)
            queries[f"{length} letters"] = texts
        return queries

    def write(self, folder, count):
        """Writes `products.tsv` and `queries.json`."""
        lines = list(self.lines(count))
        (folder / "products.tsv").write_text("\n".join(lines) + "\n")
        (folder / "queries.json").write_text(json.dumps(self.queries(lines)))

    def _syllable(self):
        pick = self.random
        return pick.choice(ONSETS) + pick.choices(VOWELS, VOWEL_WEIGHTS)[0] + pick.choice(CODAS)

    def _title(self, count):
        return " ".join(word.capitalize() for word in self.random.choices(self.words, k=count))
