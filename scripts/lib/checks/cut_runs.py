"""Records runs, and checks the folders that they can leave after a power cut."""

import hashlib
import json
from pathlib import Path

from cut_folder import CutFolder, catalog_rows, lay, problems_of_catalog
from lossy_disk import Loss, LossyDisk
from program import CATALOG, RECIPE, Job, Subject, is_temporary, recipe, tree
from recorded_calls import SAID

OUTPUT = "shop"
RENDITIONS = "SELECT path, sha256 FROM photo WHERE kind = 'rendition'"


class Recipes:
    """A recipe, and another version of it whose pictures have the same names."""

    def __init__(self, packshot, folder, photos):
        other = RECIPE.replace("intensity: 0.3", "intensity: 0.7")
        self.one = Subject(Job(packshot, recipe(folder / "one.yaml"), photos), folder / "one")
        self.other = Subject(Job(packshot, recipe(folder / "other.yaml", other), photos), folder / "other")


class CutRun(CutFolder):
    def __init__(self, name, recipes, scratch, over=None, after=None, elsewhere=False):
        """over: a finished output folder of the other recipe. after: another `CutRun`, which was cut halfway. elsewhere: whether
        the catalog and the journal are beside the output folder."""
        self.elsewhere = elsewhere
        self.subject, self.before = recipes.one, None
        self.resumed_by = [recipes.one, recipes.other]
        tree_before = {}
        if over:
            self.before, tree_before = recipes.other, {OUTPUT: None, **everything(over, OUTPUT)}
        if after:
            # The cut run was of one recipe, and the run after it is of the other.
            self.subject, self.before = recipes.other, recipes.one
            tree_before = after.halfway()
        super().__init__(name, scratch, tree_before)
        command = self.in_place(self.subject, self.root).job.command(self.root / OUTPUT)
        status, said = self.recording.run([*command, "--json", "--jobs", "2"])
        if status:
            raise SystemExit(f"the recorded run ends with {status}: {said}")
        self.take_calls()
        self.reported = list(self.reports())

    def in_place(self, subject, place):
        """The subject. If the catalog is elsewhere, it is in `place`, beside the output folder."""
        return subject.recorded_in(place / CATALOG) if self.elsewhere else subject

    def catalog(self, output):
        return output.parent / CATALOG if self.elsewhere else output / CATALOG

    def reports(self):
        """Yields the outputs that the run reported: (index after the call, path, hash)."""
        said, told = self.recording.said(), 0
        for index, call in enumerate(self.calls):
            if call.name != SAID:
                continue
            end = said.rfind(b"\n", told, call.number) + 1
            for line in said[told:end].splitlines():
                event = json.loads(line)
                for output in event["outputs"] if event["event"] == "photo" else []:
                    yield index + 1, output["path"], output["sha256"]
            told = max(told, end)

    def promised(self, moment):
        return sum(index <= moment for index, _, _ in self.reported)

    def halfway(self):
        """A possible state after half of the pictures were reported."""
        moment = self.reported[len(self.reported) // 2][0]
        disk = LossyDisk(self.tree, self.inodes)
        for call in self.calls[:moment]:
            disk.replay(call)
        return disk.state(Loss("all", "some"), 1)

    def faults(self, place, moment, files, dice):
        lay(files, place, OUTPUT)
        output = place / OUTPUT
        faults = self.faults_of_files(output) + self.faults_of_records(output, moment)
        # In half of the states, the next run is the first to open the catalog.
        if dice.random() < 0.5:
            faults += problems_of_catalog(self.subject.job.packshot, self.catalog(output), with_files=not self.before)
        return faults + self.faults_resumed(output, dice.choice(self.resumed_by))

    def faults_of_files(self, output):
        visible, _ = tree(output)
        faults = []
        for name, content in visible.items():
            if name not in self.subject.truth:
                faults.append(f"{name} is not a file of the run")
            elif content not in self.whole(name):
                faults.append(f"{name} is incomplete: it has {len(content)} bytes")
        return faults

    def whole(self, name):
        """The contents that are right for an output."""
        return [subject.truth[name] for subject in (self.subject, self.before) if subject]

    def faults_of_records(self, output, moment):
        """Checks that listed pictures exist, and that reported pictures exist and are listed."""
        rows = catalog_rows(self.catalog(output), RENDITIONS)
        if isinstance(rows, str):
            return [f"the catalog: {rows}"]
        if self.elsewhere:
            rows = [(path.removeprefix(OUTPUT + "/"), sha256) for path, sha256 in rows]
        faults = []
        for path, sha256 in rows:
            if not (output / path).is_file():
                faults.append(f"the catalog lists {path}, which does not exist")
            elif sha256 not in map(sha256_of, self.whole(path)):
                faults.append(f"the catalog has a wrong hash for {path}")
        listed = dict(rows)
        for index, path, sha256 in self.reported:
            if index > moment:
                continue
            if not (output / path).is_file() or sha256_of((output / path).read_bytes()) != sha256:
                faults.append(f"{path} was reported but does not exist")
            if listed.get(path) != sha256:
                faults.append(f"{path} was reported, but the catalog does not list it")
        return faults

    def faults_resumed(self, output, subject):
        status, said = self.in_place(subject, output.parent).job.run(output)
        faults = [f"the run after it ends with {status}: {said.strip()[-300:]}"] if status else []
        visible, hidden = tree(output)
        for name, content in subject.truth.items():
            if visible.get(name) != content:
                faults.append(f"after the next run {name} is " + ("different" if name in visible else "missing"))
        faults += [f"after the next run {name} is still there" for name in visible if name not in subject.truth]
        faults += [f"after the next run {name} is still there" for name in hidden if is_temporary(name)]
        catalog = self.catalog(output)
        # SQLite may leave its log for the next process, but no journal.
        faults += [f"after the next run {path.name} is still there" for path in catalog.parent.glob(CATALOG + "-journal")]
        if self.elsewhere:
            faults += [f"after the next run {name} is in the output folder" for name in hidden]
            faults += [f"after the next run {path.name} is still there" for path in catalog.parent.glob(CATALOG + "-run-*")]
        return faults + problems_of_catalog(subject.job.packshot, catalog, with_files=True)


def sha256_of(content):
    return hashlib.sha256(content).hexdigest()


def everything(folder, below):
    """All files and folders in `folder`, by path with the prefix `below`."""
    return {
        f"{below}/{path.relative_to(folder)}": None if path.is_dir() else path.read_bytes() for path in Path(folder).rglob("*")
    }
