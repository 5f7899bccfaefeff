"""Usage: python3 -m package BUILD copyright
       python3 -m package BUILD sbom VERSION ARCHITECTURE DEPENDS

Prints the licences of packshot's parts (Debian's copyright format 1.0), or a list of the parts and of the Debian packages that
packshot depends on (SPDX 2.3). BUILD is SwiftPM's build folder, DEPENDS is as in a control file.
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
