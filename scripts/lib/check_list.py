"""All checks, with the commands of their short and long forms. CONTRIBUTING.md says what each looks for."""

from fnmatch import fnmatch
from typing import NamedTuple

from lanes import PROJECT, Job

# All checks use these two builds, so nothing is built twice. They run at the same time, because a build often waits for a single
# module, on one core. Most checks need the release build, so the debug build gets a lower priority. `nice` has no effect here,
# because SwiftPM resets it for its compilers. The autogroup's priority holds for all processes of a job's session.
BUILDS = (
    Job("build-release", "source scripts/lib/tests.sh && build_for_release --scratch-path .build-release"),
    Job(
        "build-debug",
        "{ echo 10 >/proc/self/autogroup; } 2>/dev/null; source scripts/lib/tests.sh && "
        "build_for_debug -${pixel_targets//,/,-} --explicit-target-dependency-import-check error"),
)
RELEASE = PROJECT / ".build-release/release"
DEBUG = PROJECT / ".build/debug"
# The files of runs.
RUNS = tuple(
    f"Sources/PackshotKit/{room}/*"
    for room in ("Threads", "Files", "Inputs", "OutputFolder", "Recorded", "Naming", "Jobs", "Staleness", "Batch"))


class Check(NamedTuple):
    """A check. In its command, `{release}` and `{debug}` are the folders of the builds, and `{packshot}` is a program of either."""

    name: str
    command: str
    short: str | None = ""  # the options of the short form, or None if only the long form runs the check
    long: str = ""  # the options of the long form
    is_busy: bool = False  # keeps every core busy
    # What check-changed runs this check for: patterns of the changed files, beside the check's own scripts.
    files: tuple[str, ...] = ()

    def job(self, is_short, is_released=True):
        """The job of a form, over the released program or over the debug build's."""
        script, *rest = self.command.split(" ")
        command = " ".join(filter(None, [f"scripts/{script}", self.short if is_short else self.long, *rest]))
        packshot = (RELEASE if is_released else DEBUG) / "packshot"
        command = command.format(packshot=packshot, release=RELEASE, debug=DEBUG)
        needs = [f"build-{folder.name}" for folder in (RELEASE, DEBUG) if str(folder) in command]
        return Job(self.name, command, self.is_busy, tuple(needs))

    def concerns(self, file):
        """Whether the check runs or reads a file."""
        script = self.command.split(" ")[0]
        name = script.removeprefix("check-")
        own = (
            f"scripts/{script}", f"scripts/lib/{script.replace('-', '_')}.py", f"scripts/lib/{name}/*",
            f"scripts/lib/checks/{name.replace('-', '_')}.py")
        return any(fnmatch(file, pattern) for pattern in own + self.files)


# In the order in which they start, if the builds they need are there. A lane that has nothing to do takes the next one.
CHECKS = (
    Check("lint", "lint", files=("*.swift", "ARCHITECTURE.md", ".swift-format", "scripts/check-imports", "scripts/lib/check_imports.py", "scripts/check-boundaries")),
    Check("tests", "test --built {debug} --packshot {packshot}", is_busy=True),
    Check("release", "check-release --built {release}", is_busy=True),
    Check("manifest", "check-manifest {packshot}", files=("Sources/PackshotKit/Manifest/*",)),
    Check("instructions", "check-instructions --binary {release}/packshot"),
    Check("power-cuts", "check-power-cuts {packshot}", short="--states 80 --edits 30", files=("Sources/Files/*", *RUNS)),
    Check("hostile", "check-hostile {packshot}", short="--made", files=("Sources/ImageCodecs/*", "Sources/CLibraries/*")),
    Check("write-errors", "check-write-errors {packshot}", short="--calls 24 --sizes 6", files=("Sources/Files/*",)),
    Check("readme", "check-readme {packshot}", files=("*.md", "Sources/packshot/*", "scripts/lib/documents.py")),
    Check("crashes", "check-crashes {packshot}", short="--kills 20 --photos 150", files=("Sources/Files/*", *RUNS)),
    Check("reruns", "check-reruns {packshot}", short="--sequences 40 --seed 1 --jobs 1", files=(*RUNS, "Sources/Catalog/*", "Sources/Rendering/*", "Sources/Recipes/*", "scripts/lib/checks/shop_*.py", "scripts/lib/checks/sequences.py", "scripts/lib/checks/served.*")),
    Check("storage", "check-storage {packshot}", short="--sequences 60 --seed 1 --jobs 1", files=("Sources/ObjectStore/*", "scripts/lib/checks/sequences.py", "scripts/lib/checks/served.*")),
    Check("clock", "check-clock --binary {release}/packshot"),
    Check("memory", "check-memory --binary {release}/packshot"),
    Check("truncations", "check-truncations {packshot}", short="--step 485", files=("Sources/ImageCodecs/*", "Sources/CLibraries/*")),
    Check("soak", "soak {packshot}", short="--photos 2000", files=("Sources/Files/*", *RUNS)),
    Check("watch", "check-watch {packshot}", short="--photos 400 --kills 4", files=("Sources/Platform/*",)),
    Check("demo", "demo {packshot}"),
    Check("studio", "check-studio {debug}/packshot", files=("Sources/Studio/*", "Tests/StudioGoldens/*", "scripts/lib/chromium.py")),
    Check("cpu-levels", "check-cpu-levels {packshot} {release}/packshotPackageTests.xctest"),
    Check("scalar", "check-scalar"),
    Check("site", "check-site --built {debug}", files=("README.md", "*.docc/*", "scripts/make-site", "scripts/lib/*site*")),
    Check("import", "check-catalog {debug}/CatalogStorm", short="--import 10000 --kill", long="--import 200000 --kill"),
    Check("report", "check-report {debug}/ReportSample", files=("Sources/Golden/Report/*",)),
    Check("feed", "check-feed {debug}/CatalogStorm", short="--operations 200 --stall 5000", long="--stall 5000"),
    Check("docs", "check-docs", short="--built {debug}", files=("README.md", "*.docc/*")),
    Check("documentation", "check-documentation --built {debug}", files=("Sources/*.swift",)),
    Check("catalog", "check-catalog {debug}/CatalogStorm", short="--operations 500 --kill", long="--kill", files=("Sources/ObjectStore/*",)),
    Check("arm64", "check-arm64", short=None),
    Check("arm64-sandbox", "check-arm64-sandbox", short=None),
    Check("arm64-package", "check-arm64-package", short=None),
    Check("goldens", "check-goldens", short=None),
    Check("spark", "check-spark", short=None),
    Check("package", "check-package", short=None),
    Check("container", "check-container", short=None),
    Check("dependency", "check-dependency", short=None),
    Check("fuzz", "fuzz all", short=None),
    Check("address", "test --sanitize address", short=None),
    Check("thread", "test --sanitize thread", short=None),
)


def with_builds(jobs, builds=BUILDS):
    """The jobs, after the builds that they need."""
    needed = {name for job in jobs for name in job.needs}
    builds = [build for build in builds if build.name in needed]
    # Lint takes seconds, so it needn't wait for a build.
    return [job for job in jobs if job.name == "lint"] + builds + [job for job in jobs if job.name != "lint"]
