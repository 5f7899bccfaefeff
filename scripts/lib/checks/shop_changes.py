"""Random steps that a shop might do next, for reruns.py. Each depends on the folder's content at the time."""

import csv
import random
from io import StringIO
from unicodedata import normalize

from shop_folder import CATALOG, OUTPUT, PHOTOS, RECIPE

SKUS = ["S1", "S2", "S3", "S4", "S-5"]
FOLDERS = ["", "", "a/", "b/", "a/x/"]
VIEWS = ["_front", "_front", "_side", "_side", "_back", "", "_détail"]
ENDS = [".png", ".png", ".bmp"]
SOURCES = ["backdrop.png", "badge.png"]
IN_CATALOG = ["--catalog", CATALOG]

# The parts of a recipe, and the share of recipes that have them at first.
PARTS = {
    "data": 0.4, "skus": 0.2, "overlay": 0.45, "backdrop": 0.4, "each": 0.4, "hash": 0.35, "group": 0.35, "view": 0.3, "product": 0.4,
    "text": 0.8, "by sku": 0.3, "trim": 0.2, "name": 0.2, "self": 0.2, "step by view": 0.3, "step by product": 0.3, "overlay by path": 0.3,
    "folder": 0.3, "defaults": 0.3, "archive": 0.25, "focus": 0.4, "relative": 0.8, "include": 0.2, "font": 0.3, "mask": 0.2, "badge": 0.3,
}
COLOURS = ["#ffffff", "#e63946", "#406020"]
# The parts that a recipe with pictures of several photos can't have.
OF_ONE_PHOTO = {"overlay", "overlay by path", "mask", "self", "trim", "step by view", "step by product"}
SOURCE_LINES = {
    "backdrop": "backdrop: backdrop.png",
    "overlay": 'overlay: { file: "overlays/{sku}.png", missing: skip }',
    "overlay by path": 'path: { file: "overlays/{relative}/{stem}-{view|none}.png", missing: skip }',
    "mask": 'mask: { file: "overlays/{stem}.mask.png", missing: skip }',
    "self": "self: { photo: original, steps: [ { resize: { width: 12, height: 12, mode: cover } }, { blur: 1 } ] }",
}
# Settings of a recipe and of its outputs by format, with values that make other bytes or none.
SETTINGS = {
    "recipe": {"working": ["linear"], "fidelity": ["exact"], "profile": ["displayP3", "keep"], "metadata": ["keep", "copyright"]},
    "png": {"compression": ["fast", "small", 0], "depth": [8, 16], "colors": [4, 16], "dither": [0, 1]},
    "jpg": {
        "quality": [60, 90], "subsampling": ["full", "half"], "progressive": ["true"], "optimize": ["false"], "background": ["'#ff0000'"],
        "targetBytes": [1400]},
    "webp": {"quality": [40, 95], "effort": [0, 6], "lossless": ["true"]},
    "tiff": {"compression": ["small", 0], "depth": [16]},
}


class Changes:
    """Makes up steps."""

    def __init__(self, seed, world):
        self.random, self.world, self.seed = random.Random(seed), world, seed
        self.parts = {name: self.random.random() < share for name, share in PARTS.items()}
        self.width, self.quality, self.variant, self.colour = 24, 80, 0, COLOURS[0]
        self.settings = {kind: {} for kind in SETTINGS}
        for _ in range(3):
            self.change_setting()
        self.pictures = 0
        # The rows of the tables.
        self.prices = {sku: self.row() for sku in SKUS}
        self.shown = {}
        # The archive's members.
        self.packed = {}
        self.backups = 0

    # Parts

    def new_seed(self):
        self.pictures += 1
        return self.seed * 1000 + self.pictures

    def photo_name(self, end=None):
        choice = self.random.choice
        return choice(FOLDERS) + choice(SKUS) + choice(VIEWS) + (end or choice(ENDS))

    def any_photo(self):
        photos = self.world.photos()
        return f"{PHOTOS}/{self.random.choice(photos)}" if photos else None

    def row(self):
        choice = self.random.choice
        price = f"{self.random.randint(1, 99)}.{self.random.randint(0, 99):02}"
        return {"price": price, "season": choice(["x", "y", ""]), "note": choice(["", "hi", "sale"])}

    def table(self):
        choice = self.random.choice
        rows = [["sku", "price", "season", "note"]] + [[sku, *row.values()] for sku, row in self.prices.items()]
        if choice([True, False]):
            rows = [row + [str(self.random.randint(1, 9)) if at else "other"] for at, row in enumerate(rows)]
        head, *body = rows
        self.random.shuffle(body)
        text = StringIO()
        delimiter, end, quoting = choice([",", ";", "\t"]), choice(["\n", "\r\n"]), choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
        csv.writer(text, delimiter=delimiter, lineterminator=end, quoting=quoting).writerows([head, *body])
        return ["text", "prices.csv", text.getvalue(), choice(["utf-8", "utf-8", "utf-8-sig", "utf-16"])]

    def sku_table(self):
        rows = [[photo, *shown] for photo, shown in sorted(self.shown.items())] or [["no.png", "S1", "front"]]
        return ["text", "skus.csv", "".join(",".join(row) + "\n" for row in [["photo", "sku", "view"], *rows])]

    def recipe(self):
        return ["text", RECIPE, "\n".join(self.recipe_lines()) + "\n"]

    def recipe_lines(self):
        has = {name: there and not (self.parts["group"] and name in OF_ONE_PHOTO) for name, there in self.parts.items()}
        lines = ["packshot: 1", "name: shop"]
        lines += [f"{name}: {value}" for name, value in self.settings["recipe"].items()]
        if has["data"]:
            lines.append("data: prices.csv")
        if has["include"]:
            lines.append("include: shared.yaml")
        sources = [f"  {text}" for name, text in SOURCE_LINES.items() if has[name]]
        if has["badge"]:
            sources.append(f'  dot: {{ circle: {{ size: [8, 8], fill: "{self.colour}80", stroke: black, scale: 2 }} }}')
        lines += ["sources:", *sources] if sources else []
        if has["font"]:
            lines.append("fonts: { own: fonts/own.otf }")
        # A photo's own focus counts only before the picture is framed.
        cover = f"resize: {{ width: {self.width - 4}, height: {self.width}, mode: cover }}"
        fit = f'fit: {{ width: {self.width}, height: {self.width}, background: "{self.colour}" }}'
        steps = [
            (has["mask"], "mask: mask"),
            (has["trim"], "trim: { margin: 4% }"),
            (True, cover if has["focus"] else fit),
            (has["backdrop"], "sourceOver: { foreground: backdrop, at: center, width: 30%, opacity: 60% }"),
            (has["step by view"], "{ greyscale: 0.7, when: { view: front } }"),
            (has["step by product"], "{ sepiaTone: 0.6, when: { product: { price: { min: 40 } } } }"),
        ]
        lines += ["steps:", *(f"  - {text}" for is_there, text in steps if is_there)]
        if has["defaults"]:
            lines.append(f'defaults: {{ quality: {self.quality - 5}, background: "#eeeeee" }}')
        below, fast = "{relative}/" if has["relative"] else "", "compression: fast"
        name = below + ("{name}-" if has["name"] else "") + "{stem}-{extension}"
        lines += ["outputs:", f'  - {{ file: "{name}.png", {fast} }}']
        file = "{stem}-{extension}"
        font = ", font: own" if has["font"] else ""
        price = f'{{ text: {{ text: "{{price|none}}", size: 8, at: center{font} }} }}'
        end = "-{hash}" if has["hash"] else ""
        if has["text"]:
            stem = "{sku}_{view|main}" if has["by sku"] else file
            condition = "{ season: x }" if has["data"] else "{ note: [abc, n1] }"
            when = f", when: {{ product: {condition} }}" if has["product"] else ""
            note = '{ text: { text: "{note|-}", size: 5, at: top } }'
            lines.append(f'  - {{ file: "p/{below}{stem}{end}.png", {fast}, steps: [ {price}, {note} ]{when} }}')
        if has["overlay"]:
            over = "{ sourceOver: { foreground: overlay, at: topLeft } }"
            lines.append(f'  - {{ file: "o/{below}{file}.png", {fast}, steps: [ {over} ] }}')
        if has["badge"]:
            over = "{ sourceOver: { foreground: dot, at: bottomLeft } }"
            lines.append(f'  - {{ file: "b/{below}{file}.png", {fast}, steps: [ {over} ] }}')
        if has["overlay by path"]:
            over = "{ sourceOver: { foreground: path, at: bottomRight } }"
            lines.append(f'  - {{ file: "r/{below}{file}.png", {fast}, steps: [ {over} ] }}')
        if has["folder"] and not has["data"]:
            text = '{ text: { text: "{dir|-} {sku}", size: 6, at: center } }'
            lines.append(f'  - {{ file: "d/{below}{file}.png", {fast}, steps: [ {text} ] }}')
        if has["each"]:
            widths = [12, 18] if self.variant % 2 == 0 else [12, 18, 20]
            crop = '{ resize: { width: "{each.width}", height: 10, mode: cover } }'
            each = f"each: {{ width: {widths}, format: [jpeg, png] }}"
            lines.append(f'  - {{ file: "e/{below}{file}-{{width}}.{{each.format}}", {each}, format: "{{each.format}}", steps: [ {crop} ] }}')
        if has["view"]:
            when = "{ view: [front, side] }" if self.variant % 3 else "{ not: { view: back, orientation: portrait } }"
            lines.append(f'  - {{ file: "v/{below}{file}.jpg", quality: {self.quality}, when: {when} }}')
        for kind in SETTINGS:
            settings = "".join(f", {name}: {value}" for name, value in self.settings[kind].items())
            if kind != "recipe" and settings:
                lines.append(f'  - {{ file: "s/{below}{file}.{kind}"{settings} }}')
        if has["self"]:
            lines.append(f'  - {{ file: "f/{below}{file}.png", {fast}, steps: [ {{ sourceOver: {{ background: self }} }} ] }}')
        if has["group"]:
            members = ["photos: [front, side], min: 1", "max: 3, min: 1", "photos: [front, side, back]"][self.variant % 3]
            group = f"group: {{ by: sku, {members}, cell: [16, 16], gap: 2, background: white }}"
            steps = f", steps: [ {price} ]" if has["text"] else ""
            lines.append(f'  - {{ file: "g/{{sku}}{end}.png", {fast}, {group}{steps} }}')
        lines += ["catalog:", r"  sku: '((?<dir>.*)/)?(?<sku>[A-Za-z0-9-]+)(_(?<view>\w+))?'"]
        if has["skus"]:
            lines.append("  skus: { file: skus.csv, photo: photo, sku: sku, view: view }")
        return lines

    def beginning(self):
        """The steps of a new shop."""
        steps = [["picture", name, self.new_seed()] for name in SOURCES] + [self.font()]
        steps += [self.table(), self.sku_table(), ["text", "shared.yaml", "defaults: { effort: 1 }\n"], self.recipe()]
        return steps + [["picture", f"{PHOTOS}/{self.photo_name()}", self.new_seed()] for _ in range(self.random.randint(2, 5))]

    # Changes. Each returns steps.

    def add(self):
        name = f"{PHOTOS}/{self.photo_name()}"
        if self.world.path(name).exists():
            return []
        photo = self.any_photo()
        if photo and photo.endswith(name[-4:]) and self.random.random() < 0.2:
            return [[self.random.choice(["copy", "link"]), photo, name]]
        return [["picture", name, self.new_seed(), self.random.choice(["", "rename"])]]

    def rewrite(self):
        photo = self.any_photo()
        return photo and [["picture", photo, self.new_seed(), self.random.choice(["", "rename"]), self.random.choice(["", "time", "early"])]]

    def touch(self):
        photo = self.any_photo()
        return photo and [["touch", photo]]

    def rename(self):
        photo = self.any_photo()
        return photo and [["move", photo, f"{PHOTOS}/{self.photo_name(photo[-4:])}"]]

    def rename_case(self):
        """A name that differs only in case, or in the form of a letter with an accent."""
        photo = self.any_photo()
        if not photo:
            return []
        folder, _, name = photo.rpartition("/")
        one, two = (normalize(form, "é") for form in ("NFC", "NFD"))
        other = name.replace(one, two) if one in name else name.replace(two, one) if two in name else name[:-4].swapcase() + name[-4:]
        return [["move", photo, f"{folder}/{other}"]] if other != name else []

    def move_folder(self):
        one, other = self.random.sample(["a", "b", "c", "a/x"], 2)
        if not self.world.path(f"{PHOTOS}/{one}").is_dir() or self.world.path(f"{PHOTOS}/{other}").exists():
            return []
        return [["move", f"{PHOTOS}/{one}", f"{PHOTOS}/{other}"]]

    def rotate(self):
        """Two or three photos take each other's names."""
        photos = [name for name in self.world.photos() if name.endswith(".png")]
        if len(photos) < 2:
            return []
        names = self.random.sample(photos, min(len(photos), self.random.choice([2, 2, 3])))
        names = [f"{PHOTOS}/{name}" for name in names]
        return [["move", names[0], "aside"]] + [["move", b, a] for a, b in zip(names, names[1:])] + [["move", "aside", names[-1]]]

    def rename_and_replace(self):
        photo = self.any_photo()
        if not photo:
            return []
        name = f"{PHOTOS}/{self.photo_name(photo[-4:])}"
        return [] if self.world.path(name).exists() else [["move", photo, name], ["picture", photo, self.new_seed()]]

    def remove(self):
        return [["remove", self.any_photo()]] if len(self.world.photos()) > 1 else []

    def pack(self):
        if not self.parts["archive"]:
            return []
        name = self.photo_name()
        if name in self.packed and self.random.random() < 0.4:
            del self.packed[name]
        else:
            self.packed[name] = self.new_seed()
        return [["archive", f"{PHOTOS}/pack.zip", sorted(self.packed.items())]]

    def price(self):
        sku = self.random.choice(sorted(self.prices))
        field = self.random.choice(["price", "season", "note"])
        self.prices[sku][field] = self.row()[field]
        return [self.table()]

    def table_row(self):
        sku = self.random.choice(SKUS)
        if sku in self.prices and len(self.prices) > 1:
            del self.prices[sku]
        else:
            self.prices[sku] = self.row()
        return [self.table()]

    def shown_product(self):
        photo = self.any_photo()
        if not photo or not self.parts["skus"]:
            return []
        photo = photo.removeprefix(PHOTOS + "/")
        if photo in self.shown and self.random.random() < 0.3:
            del self.shown[photo]
        else:
            self.shown[photo] = (self.random.choice(SKUS), self.random.choice(["front", "side", "back"]))
        return [self.sku_table()]

    def product(self):
        sku = self.random.choice(SKUS)
        number = self.random.randint(1, 99)
        values = [f"price={number}.5", "price=0", "note=abc", "note=", f"name=N{number}", "isFavorite=true"]
        return [["packshot", "products", "edit", sku, self.random.choice(values), *IN_CATALOG]]

    def sku(self):
        return [["use", "products", "edit", self.random.choice(SKUS), "sku=" + self.random.choice(["T1", "T2", "S1", "S2"]), *IN_CATALOG]]

    def products(self):
        rows = [f"{sku},{self.random.randint(1, 50)},{self.random.choice(['', 'n1', 'n2'])}" for sku in self.random.sample(SKUS, 3)]
        table = ["text", "import.csv", "\n".join(["sku,price,note", *rows]) + "\n"]
        return [table, ["packshot", "catalog", "import", "import.csv", "--entity", "products", *IN_CATALOG]]

    def remove_product(self):
        return [["forget", "products", "remove", self.random.choice(SKUS), "--yes", *IN_CATALOG]]

    def merge(self):
        one, other = self.random.sample(SKUS, 2)
        return [["use", "products", "merge", one, other, "--yes", *IN_CATALOG]]

    def undo(self):
        return [["use", "catalog", self.random.choice(["undo", "undo", "redo"]), *IN_CATALOG]]

    def photo_value(self):
        photo = self.any_photo()
        if not photo:
            return []
        values = ["product=" + self.random.choice(SKUS), "view=front", "view=side", "view=", "focus=10% 20%", "focus=80% 90%", "focus="]
        return [["use", "photos", "edit", photo, self.random.choice(values), *IN_CATALOG]]

    def overlay(self):
        there = self.world.files("overlays", (".png",))
        if there and self.random.random() < 0.5:
            return [["picture", f"overlays/{self.random.choice(there)}", self.new_seed()]]
        photos = self.world.photos()
        skus = [photo[:-4].rpartition("/")[2].partition("_")[0] for photo in photos] or SKUS
        name = f"overlays/{self.random.choice(skus)}.png"
        if photos and self.random.random() < 0.5:
            stem = self.random.choice(photos)[:-4]
            _, _, view = stem.partition("_")
            name = f"overlays/{stem}-{view or 'none'}.png"
        if self.world.path(name).exists() and self.random.random() < 0.4:
            return [["remove", name]]
        return [["picture", name, self.new_seed()]]

    def font(self):
        return ["font", "fonts/own.otf", self.random.randrange(2)]

    def change_font(self):
        return [self.font()] if self.parts["font"] else []

    def mask(self):
        photos = self.world.photos()
        if not photos or not self.parts["mask"]:
            return []
        name = f"overlays/{self.random.choice(photos)[:-4].rpartition('/')[2]}.mask.png"
        return [["remove", name]] if self.world.path(name).exists() else [["picture", name, self.new_seed()]]

    def change_setting(self):
        """Sets or resets a setting of a kind of output, or of the recipe."""
        kind = self.random.choice(list(SETTINGS))
        name, values = self.random.choice(list(SETTINGS[kind].items()))
        if name in self.settings[kind] and self.random.random() < 0.4:
            del self.settings[kind][name]
        else:
            self.settings[kind][name] = self.random.choice(values)

    def source(self):
        return [["picture", self.random.choice(SOURCES), self.new_seed()]]

    def change_recipe(self):
        match self.random.choice(["width", "quality", "colour", "variant", "part", "part", "part", "include", "setting", "setting"]):
            case "setting":
                self.change_setting()
            case "width":
                self.width = self.random.choice([20, 24, 28])
            case "colour":
                self.colour = self.random.choice(COLOURS)
            case "quality":
                self.quality = self.random.choice([60, 80, 90])
            case "variant":
                self.variant += 1
            case "include":
                return [["text", "shared.yaml", f"defaults: {{ quality: {self.random.choice([50, 70])} }}\n"]]
            case "part":
                name = self.random.choice(sorted(self.parts))
                self.parts[name] = not self.parts[name]
        return [self.recipe()]

    def output(self):
        outputs = sorted(self.world.outputs())
        if not outputs:
            return []
        name = f"{OUTPUT}/{self.random.choice(outputs)}"
        return [self.random.choice([["remove", name], ["edit", name], ["edit", name, "time"], ["touch", name]])]

    def run(self):
        options = [[], ["--jobs", "1"], ["--jobs", "3"], ["--overwrite"], ["--keep-engine"]]
        return [["packshot", *self.run_command(), *self.random.choice(options)]]

    def run_command(self):
        return ["run", RECIPE, PHOTOS, "--output", OUTPUT, "--no-sandbox", "--quiet", *IN_CATALOG]

    def part_of_a_run(self):
        season = ["--where", "season=x"] if self.parts["data"] else ["--where", "note=abc"]
        options = [
            ["--changed-products"], ["--where", "price>20"], season, ["--include", "*_front.*"], ["--exclude", "a"], ["--force"],
            ["--fail-fast"], ["--dry-run"]]
        return [["packshot", *self.run_command(), *self.random.choice(options)]]

    def killed_run(self):
        more = self.random.choice([[], [], ["--prune", "--grace", "0", "--yes"]])
        return [["killed", int(self.random.triangular(1, 160, 20)), *self.run_command(), *more]]

    def changing_run(self):
        """A run during which something changes."""
        change = self.random.choice([self.add, self.rewrite, self.rename, self.remove, self.overlay, self.source, self.price, self.output])()
        run = [*self.run_command(), *self.random.choice([[], ["--overwrite"], ["--jobs", "1"]])]
        return [["meanwhile", int(self.random.triangular(1, 120, 20)), change, *run]] if change else []

    def backup(self):
        self.backups += 1
        return [["packshot", "catalog", "backup", f"backup-{self.backups}.sqlite", *IN_CATALOG]]

    def restore(self):
        return [["restore", f"backup-{self.random.randint(1, self.backups)}.sqlite"]] if self.backups else []

    def move_catalog(self):
        return [["packshot", "catalog", "move", "moved.sqlite", *IN_CATALOG], ["packshot", "catalog", "move", CATALOG, "--catalog", "moved.sqlite"]]

    def shards(self):
        halves = [f"{index}/2" for index in self.random.sample(range(2), 2)]
        return [["shards", halves, self.random.choice([True, False])]]

    def check(self):
        options = [[], ["--jobs", "3"], ["--overwrite"], ["--jobs", "1"]]
        return [["check", *self.random.choice(options)]]

    WEIGHTS = {
        add: 3, rewrite: 3, touch: 0.5, rename: 3, rename_case: 0.5, move_folder: 0.7, rotate: 1, rename_and_replace: 1, remove: 1.5,
        pack: 1.5, price: 1.5, table_row: 1, shown_product: 1.2, product: 2, sku: 0.6, products: 0.6, remove_product: 0.4, merge: 0.3,
        undo: 0.8, photo_value: 1, overlay: 3, source: 0.7, change_recipe: 2.5, output: 2, run: 2, part_of_a_run: 1, killed_run: 1.5, changing_run: 1.5, change_font: 0.5, mask: 0.8,
        backup: 0.5, restore: 0.4, move_catalog: 0.3, shards: 1, check: 4,
    }

    def end(self):
        return self.check()

    def next(self):
        names = list(self.WEIGHTS)
        return self.random.choices(names, list(self.WEIGHTS.values()))[0](self) or []
