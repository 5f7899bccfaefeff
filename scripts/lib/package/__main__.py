"""Usage: python3 -m package copyright
       python3 -m package sbom VERSION DEPENDS

Prints what a Debian package says of packshot's parts: their licences (Debian's copyright format 1.0), or all of them and the
packages that it depends on (SPDX 2.3), DEPENDS being what control has.
"""

import sys

from .parts import contained
from .copyright import copyright_file
from .sbom import sbom

match sys.argv[1:]:
    case ["copyright"]:
        print(copyright_file(contained()))
    case ["sbom", version, depends]:
        print(sbom(version, contained(), depends))
    case _:
        sys.exit(__doc__)
