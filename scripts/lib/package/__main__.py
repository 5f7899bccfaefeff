"""Usage: python3 -m package BUILD copyright
       python3 -m package BUILD sbom VERSION ARCHITECTURE DEPENDS

Prints what a package says of packshot's parts, BUILD being SwiftPM's folder: their licences (Debian's copyright format 1.0), or
all of them and the Debian packages that it depends on (SPDX 2.3), DEPENDS being what control has.
"""

import sys

from .parts import contained
from .copyright import copyright_file
from .sbom import sbom

match sys.argv[1:]:
    case [build, "copyright"]:
        print(copyright_file(contained(build)))
    case [build, "sbom", version, architecture, depends]:
        print(sbom(version, contained(build), architecture, depends))
    case _:
        sys.exit(__doc__)
