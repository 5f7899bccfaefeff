"""What the package contains and what it depends on, as SPDX 2.3."""

import hashlib
import json
import os
import re
import subprocess
from datetime import datetime, timezone

# Of packages that it may depend on, by SPDX's list; where their names begin so.
LICENCES = {
    "libavif": "BSD-2-Clause",
    "libc6": "LGPL-2.1-or-later",
    "libde265": "LGPL-3.0-or-later",
    "libdeflate": "MIT",
    "libgcc": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "libjpeg62-turbo": "IJG AND BSD-3-Clause AND Zlib",
    "libpng": "libpng-2.0",
    "libsqlite3": "blessing",
    "libssl": "Apache-2.0",
    "libstdc++": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "libtiff": "libtiff",
    "libwebp": "BSD-3-Clause",
    "zlib1g": "Zlib",
}


def sbom(version, parts, architecture, depends):
    made = datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    own = entry("packshot", version, "Apache-2.0", None)
    inside = [entry(part.name, part.version, part.licence, part.address) for part in parts]
    outside = [entry(name, installed(f"{name}:{architecture}"), licence(name), None) for name in package_names(depends)]
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", own)]
    relations += [(own["SPDXID"], "CONTAINS", part) for part in inside]
    relations += [(own["SPDXID"], "DYNAMIC_LINK", part) for part in outside]
    document = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"packshot-{version}",
        "creationInfo": {"created": made, "creators": ["Tool: scripts/package"]},
        "packages": [own, *inside, *outside],
        "relationships": [
            {"spdxElementId": subject, "relationshipType": kind, "relatedSpdxElement": part["SPDXID"]}
            for subject, kind, part in relations
        ],
    }
    # A name that no other list has.
    digest = hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()
    document["documentNamespace"] = f"urn:packshot:spdx:{digest}"
    return json.dumps(document, indent=2, ensure_ascii=False)


def entry(name, version, licence, address):
    return {
        "SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.]+", "-", name),
        "name": name,
        "versionInfo": version,
        "downloadLocation": address or "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": licence,
        "licenseDeclared": licence,
        "copyrightText": "NOASSERTION",
    }


def package_names(depends):
    return [re.split(r"[ (|]", part.strip())[0] for part in depends.split(",")]


def installed(package):
    said = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True)
    return said.stdout or "NOASSERTION"


def licence(package):
    return next((licence for start, licence in LICENCES.items() if package.startswith(start)), "NOASSERTION")
