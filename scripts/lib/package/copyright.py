"""The licences of what the package contains, in Debian's copyright format 1.0."""

from pathlib import Path

HEAD = """\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: packshot
Comment: The program contains the parts below. It does not contain the libraries
 that the package depends on, which anybody can replace: among them, under the
 GNU Lesser General Public License, libde265 and the GNU C library."""


def copyright_file(parts):
    paragraphs = [HEAD, paragraph("*", "the packshot authors", "Apache-2.0", Path("LICENSE").read_text())]
    paragraphs += [
        paragraph("usr/bin/packshot", part.copyright, part.licence, part.text, f"{part.name} {part.version}, {part.address}")
        for part in parts
    ]
    return "\n\n".join(paragraphs)


def paragraph(files, owner, licence, text, part=None):
    lines = [f"Files: {files}", f"Copyright: {owner}", f"License: {licence.replace(' WITH ', '-with-')}"]
    lines += [f" {line}" if line.strip() else " ." for line in text.rstrip().splitlines()]
    if part:
        lines.append(f"Comment: {part}")
    return "\n".join(lines)
