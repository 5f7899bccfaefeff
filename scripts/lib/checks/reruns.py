"""Compares what runs leave, after random changes, with what a first run makes. Usage: reruns.py PACKSHOT FOLDER SEQUENCES STEPS SEED JOBS

A sequence that breaks a promise is shortened, and printed as commands to type. Exits with 1 if there was one.
"""

import hashlib
import json
import re
import shutil
import sys
from urllib.parse import unquote

from sequences import Fault, Search
from shop_changes import Changes
from shop_folder import CATALOG, OUTPUT, PHOTOS, RECIPE, World, typed

PRUNE = ["--prune", "--grace", "0", "--yes"]
FINGERPRINT = re.compile("[0-9a-f]{16}")
# What a dry run says, in the words of the run.
FORETOLD = {"would-render": "rendered", "would-rename": "renamed"}


def events(result):
    return [json.loads(line) for line in result.out.splitlines()]


def photos(events):
    return [event for event in events if event["event"] == "photo"]


def failed(events):
    return {event["input"] for event in photos(events) if event["status"] in ("failed", "conflict")}


def summary(events):
    return next(event for event in events if event["event"] == "summary")


class Checked(World):
    """A shop's folder whose runs are compared with first runs."""

    def __init__(self, folder, program):
        super().__init__(folder, program)
        self.checks = 0

    def renders(self, *more, output=OUTPUT, catalog=CATALOG):
        command = ["run", RECIPE, PHOTOS, "--output", output, "--catalog", catalog, "--no-sandbox", "--json", *more]
        return self.run(*command)

    def do_check(self, *options):
        if self.is_restored and "--overwrite" not in options:
            # The restored catalog takes later pictures for somebody else's.
            options = [*options, "--overwrite"]
        was_restored = self.is_restored
        dry = None
        if "--jobs" not in options:
            before = self.outputs()
            dry = self.renders(*PRUNE, "--dry-run", *options)
            if self.outputs() != before:
                raise Fault("a dry run changes no file", "it changed some")
            if dry.status == 74 and "left a transaction" in dry.err:
                # What only reads can't finish a killed edit, and says so.
                dry = None
        run = self.renders(*PRUNE, *options)
        if run.status not in (0, 1):
            # Such as a folder without photos, or a recipe that asks for an attribute that no product has.
            if run.status in (64, 66) and (dry is None or dry.status == run.status) and events(run)[-1]["event"] == "error":
                return
            raise Fault("a run ends well", f"it ends with {run.status}: {run.err.strip()}")
        said = events(run)
        if dry:
            self.compare_foretold(events(dry), said)
        if any("{hash}" in line for line in self.path(RECIPE).read_text().splitlines()):
            # A run keeps the former file of a picture that it replaces itself.
            said = events(self.renders(*PRUNE, *options))
        self.compare_second(said)
        self.compare_first(said, options)
        if not was_restored:
            self.compare_records(said)

    def compare_foretold(self, dry, run):
        def outcomes(events):
            return sorted(
                (event["input"], output["path"], FORETOLD.get(output["status"], output["status"]))
                for event in photos(events) for output in event["outputs"] if "{" not in output["path"])

        if "{hash}" in self.path(RECIPE).read_text():
            return
        foretold, done = outcomes(dry), outcomes(run)
        if foretold != done:
            seen = f"foretold {sorted(set(foretold) - set(done))}, done {sorted(set(done) - set(foretold))}"
            raise Fault("a dry run foretells what the run does", seen)

    def compare_second(self, said):
        second = events(self.renders())
        bad = failed(said) | failed(second)
        busy = [event for event in photos(second) if event["status"] != "unchanged" and event["input"] not in bad]
        end = summary(second)
        if busy or end["renamed"] or end["removed"] or end["newProducts"] or end["files"]:
            seen = [(e["input"], e["status"], [(o["path"], o["status"], o.get("reason")) for o in e["outputs"]]) for e in busy]
            raise Fault("a second run does nothing", f"{seen} {end}")
        if failed(second) - failed(said):
            raise Fault("a second run fails no other photo", f"{sorted(failed(second) - failed(said))}")

    def compare_first(self, said, options):
        """Compares the pictures with a first run's, with the same products."""
        self.checks += 1
        name = f"first-{self.checks}"
        catalog = f"{name}.sqlite"
        if self.has_links:
            copied = self.run("catalog", "backup", catalog, "--catalog", CATALOG)
            if copied.status:
                raise Fault("a command fails", f"catalog backup: {copied.err.strip()}")
        else:
            self.copy_products(catalog)
        result = self.renders(output=name, catalog=catalog)
        if result.status not in (0, 1):
            raise Fault("a run ends as a first run", f"the first run ends with {result.status}: {result.err.strip()}")
        first, made, expected = events(result), self.outputs(), self.tree(name)
        # The bytes of edited pictures stay where nothing replaced them. Two edits can undo each other.
        edited = {path for path, data in self.edited.items() if made.get(path) == data != expected.get(path)}
        if "--overwrite" in options and (kept := edited & set(expected)):
            raise Fault("--overwrite replaces edited pictures", f"{sorted(kept)} stayed")
        others = {event["input"] for event in photos(said) for output in event["outputs"] if output["path"] in edited}
        if (failed(said) - others) != (failed(first) - others):
            errors = [e.get("error", {}).get("message") for e in photos(said) + photos(first) if e["input"] in failed(said) ^ failed(first)]
            raise Fault("the same photos fail as in a first run", f"{sorted(failed(said))}, not {sorted(failed(first))}: {errors}")
        # The successor of an edited picture isn't made, whatever its name would be.
        edited_names = {FINGERPRINT.sub("", path) for path in edited}
        missing = sorted(path for path in set(expected) - set(made) if FINGERPRINT.sub("", path) not in edited_names)
        other = sorted(path for path in set(expected) & set(made) if expected[path] != made[path] and path not in edited)
        more = sorted(set(made) - set(expected) - edited)
        if self.is_restored:
            # Nobody but the shop owner knows these now.
            for path in more:
                self.path(OUTPUT).joinpath(path).unlink()
            self.is_restored = bool(failed(said))
            more = []
        if failed(said):
            more = []
        if missing or other or more:
            raise Fault("the pictures are those of a first run", f"missing {missing}, others {other}, too many {more}")
        self.edited = {path: data for path, data in self.edited.items() if path in edited}
        for left in self.folder.glob(f"{name}*"):
            shutil.rmtree(left) if left.is_dir() else left.unlink()

    def copy_products(self, catalog):
        """Adds the products, without any photo, to a new catalog."""
        listed = self.run("products", "list", "--json", "--catalog", CATALOG)
        if listed.status or not listed.out:
            return
        keys = ["sku", "name", "price", "currency", "note", "isFavorite"]
        products = [json.loads(line) for line in listed.out.splitlines()]
        rows = [[str(product[key]).lower() if key == "isFavorite" else product[key] or "" for key in keys] for product in products]
        table = "\n".join(",".join(row) for row in [keys, *rows])
        added = self.run("catalog", "import", "-", "--format", "csv", "--entity", "products", "--catalog", catalog, given=table)
        if added.status:
            raise Fault("a command fails", f"catalog import: {added.err.strip()}")

    def compare_records(self, said):
        """Compares the files with what the run, `verify` and the manifest say of them."""
        hashes = {path: hashlib.sha256(data).hexdigest() for path, data in self.outputs().items()}
        for event in photos(said):
            for output in event["outputs"]:
                if event["input"] not in failed(said) and hashes.get(output["path"]) != output.get("sha256"):
                    raise Fault("events tell the truth of files", f"{output['path']} of {event['input']}")
        if failed(said) or self.edited:
            return
        verified = self.run("catalog", "verify", "--files", "--catalog", CATALOG)
        lines = [line for line in verified.out.splitlines() if "overlays/" not in line]
        if verified.status and len(lines) > 1:
            raise Fault("verify finds nothing", f"{verified.out.strip()} {verified.err.strip()}")
        listed = self.run("photos", "list", "--kind", "rendition", "--json", "--catalog", CATALOG)
        recorded = {record["path"].removeprefix(OUTPUT + "/"): record["sha256"] for record in map(json.loads, listed.out.splitlines())}
        if recorded != hashes:
            wrong = sorted(path for path in set(recorded) | set(hashes) if recorded.get(path) != hashes.get(path))
            raise Fault("the catalog records the files that are there", f"{wrong}")
        manifest = self.run("manifest", "--catalog", CATALOG, "--root", OUTPUT)
        for line in manifest.out.splitlines() if manifest.status == 0 else []:
            for picture in json.loads(line)["pictures"]:
                for file in picture["files"]:
                    if hashes.get(unquote(file["url"])) != file["sha256"]:
                        raise Fault("the manifest names the files that are there", file["url"])


def main(packshot, folder, sequences, steps, seed, jobs):
    return Search(Checked, Changes, typed, int(steps)).run(packshot, folder, int(sequences), int(seed), int(jobs))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
