"""The licences of what a package contains, in Debian's copyright format 1.0."""

HEAD = """\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: packshot
Comment: The program contains the parts below. It does not contain the libraries
 that it loads, which anybody can replace: among them, under the GNU Lesser
 General Public License, libde265 and the GNU C library."""

# Every Debian system has this file. The archive contains the text as LICENSE.
APACHE = """\
Licensed under the Apache License, Version 2.0. On Debian systems, its text is
in /usr/share/common-licenses/Apache-2.0."""

# Of Swift's licence, after the Apache License.
EXCEPTION = """

As an exception, if you use this Software to compile your source code and
portions of this Software are embedded into the binary product as a result,
you may redistribute such product without providing attribution as would
otherwise be required by Sections 4(a), 4(b) and 4(d) of the License."""


def copyright_file(parts):
    paragraphs = [HEAD, paragraph("*", "the packshot authors", "Apache-2.0", "")]
    paragraphs += [
        paragraph("usr/bin/packshot", part.copyright, part.licence, part.text, f"{part.name} {part.version}, {part.address}\n{part.notice}")
        for part in parts
    ]
    return "\n\n".join(paragraphs)


def paragraph(files, owner, licence, text, part=None):
    text = text or APACHE + (EXCEPTION if "exception" in licence else "")
    lines = [f"Files: {files}", f"Copyright: {owner}", f"License: {licence.replace(' WITH ', '-with-')}"]
    lines += [f" {line}" if line.strip() else " ." for line in text.rstrip().splitlines()]
    if part:
        name, *notice = part.rstrip().splitlines()
        lines += [f"Comment: {name}"] + [f" {line}" if line.strip() else " ." for line in notice]
    return "\n".join(lines)
