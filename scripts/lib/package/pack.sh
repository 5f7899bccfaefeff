#!/usr/bin/env bash
# Usage: scripts/lib/package/pack.sh BUILD ARCHITECTURE FOLDER
#
# Packs the program of the folder BUILD for one of Debian's architectures into FOLDER:
#
#   packshot_VERSION_ARCHITECTURE.deb       depends on this distribution's image libraries
#   packshot-VERSION-linux-MACHINE.tar.xz   has the libraries inside; only made for this machine's own architecture
#
# SOURCE_DATE_EPOCH is the time of every file, so that two builds of a commit have the same bytes. Called by scripts/package.

set -euo pipefail
source scripts/lib/toolchain.sh
build=$1 architecture=$2 folder=$3
readonly maintainer="packshot <packshot@localhost>"
program=$build/release/packshot
say() { printf '==> %s\n' "$*"; }

run=()
own=$(dpkg --print-architecture)
[[ $architecture == "$own" ]] || run=("qemu-$(dpkg-architecture -a "$architecture" -q DEB_HOST_GNU_CPU)")
version=$("${run[@]}" "$program" --version | sed -n '1s/^packshot \([^ ]*\).*/\1/p')
libraries=/usr/lib/$(dpkg-architecture -a "$architecture" -q DEB_HOST_MULTIARCH)
toolchain=$(swift_toolchain)/bin
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Prints a document about the program's parts: copyright, or sbom VERSION ARCHITECTURE DEPENDS.
about() { PYTHONPATH=scripts/lib python3 -B -m package "$build" "$@"; }

# place PATH: writes standard input to a file of what is packed.
place() {
  mkdir -p "$(dirname "$work/$1")"
  cat >"$work/$1"
}

# finish FOLDER PROGRAM: sets the modes and times of all files.
finish() {
  chmod -R u=rwX,go=rX "$work/$1"
  chmod 755 "$work/$1/$2"
  find "$work/$1" -depth -print0 | xargs -0 touch --no-dereference --date="@$SOURCE_DATE_EPOCH"
}

say "Collecting the files"
mkdir -p "$work/files/bin"
# The compiler's hash of its input differs between builds of the same sources, and so does the linker's build ID, which depends on
# that hash. Both are removed. (Debian's strip would also remove the header by which the loader write-protects relocated data.)
"$toolchain/llvm-objcopy" --strip-all --remove-section=.swift_modhash \
  --remove-section=.note.gnu.build-id "$program" "$work/files/bin/packshot"
"${run[@]}" "$program" manual | gzip -9n | place files/share/man/man1/packshot.1.gz
"${run[@]}" "$program" completions bash | sed '1{/^#!/d}' | place files/share/bash-completion/completions/packshot
"${run[@]}" "$program" completions zsh | place files/share/zsh/vendor-completions/_packshot
"${run[@]}" "$program" completions fish | place files/share/fish/vendor_completions.d/packshot.fish
for file in Assets/recipes/*; do place "files/share/packshot/recipes/${file##*/}" <"$file"; done
(cd Assets && find samples -type f) | while read -r file; do place "files/share/packshot/$file" <"Assets/$file"; done
for file in scripts/spark/*.py; do place "files/share/packshot/spark/${file##*/}" <"$file"; done
place files/share/doc/packshot/README.md <README.md
gzip -9n <CHANGELOG.md | place files/share/doc/packshot/NEWS.gz
about copyright | place files/share/doc/packshot/copyright

# dpkg-shlibdeps needs a source package's description in the current folder. It can't see libraries that the program loads at their
# first use, so it also reads a library that is linked to them.
place debian/control <<<$'Source: packshot\n\nPackage: packshot\nArchitecture: any'
mapfile -t loaded < <(grep -rhoE '"lib[a-zA-Z0-9_+-]+\.so\.[0-9]+"' Sources/CLibraries | tr -d '"' | sort -u | while read -r name; do
  [[ ! -e $libraries/$name ]] || echo "$libraries/$name"
done)
((${#loaded[@]})) || { echo "pack.sh: $libraries has no library that the program loads" >&2 && exit 1; }
"$toolchain/ld.lld" -shared -o "$work/loaded.so" --no-as-needed "${loaded[@]}"
# Its warnings are about the folder, which isn't a source package.
depends=$(cd "$work" && DEB_HOST_ARCH=$architecture dpkg-shlibdeps -O --warnings=0 -efiles/bin/packshot -eloaded.so 2>"$work/warnings" |
  sed 's/^shlibs:Depends=//') || { cat "$work/warnings" >&2 && exit 1; }
about sbom "$version" "$architecture" "$depends" | place files/share/doc/packshot/packshot.spdx.json

pack_debian() {
  local deb=$folder/packshot_${version}_$architecture.deb
  mkdir "$work/package"
  cp -a "$work/files" "$work/package/usr"
  printf 'packshot (%s) unstable; urgency=medium\n\n  * What is new is in NEWS.gz.\n\n -- %s  %s\n' "$version" "$maintainer" \
    "$(LC_ALL=C date --utc --rfc-email --date="@$SOURCE_DATE_EPOCH")" | gzip -9n | place package/usr/share/doc/packshot/changelog.gz
  place package/usr/share/lintian/overrides/packshot <scripts/lib/package/lintian-overrides
  place package/DEBIAN/control <<END
Package: packshot
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Depends: $depends
Recommends: libgs-common, fonts-inter
Installed-Size: $(find "$work/package" -printf '%y %s\n' | awk '{ kilobytes += $1 == "f" ? int(($2 + 1023) / 1024) : 1 } END { print kilobytes }')
Section: graphics
Priority: optional
Description: product photos from folders of supplier photos
 A recipe says what to do to each photo and which files to make of it. A
 catalog records what made every picture, so that a second run does only what
 has changed.
END
  (cd "$work/package" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) | place package/DEBIAN/md5sums
  finish package usr/bin/packshot
  dpkg-deb --root-owner-group -Zxz --build "$work/package" "$deb" >/dev/null
  say "$deb is for $(. /etc/os-release && echo "$PRETTY_NAME")"
}

pack_archive() {
  local name file package needs
  name=packshot-$version-linux-$(uname -m)
  cp -a "$work/files" "$work/$name"
  place "$name/share/doc/packshot/LICENSE" <LICENSE
  place "$name/share/doc/packshot/libraries/README" <scripts/lib/package/libraries.txt
  cp --dereference --recursive /usr/share/common-licenses "$work/$name/share/doc/packshot/libraries/"
  mv "$work/$name/share/zsh/vendor-completions" "$work/$name/share/zsh/site-functions"
  # The program looks for libraries in its own folder, also if it is called through a link.
  mkdir "$work/$name/lib"
  mv "$work/$name/bin/packshot" "$work/$name/lib/"
  ln -s ../lib/packshot "$work/$name/bin/packshot"
  # The C library isn't included, because it and the system's loader belong together.
  {
    ldd "$program" "${loaded[@]}" | awk '$2 == "=>" { print $3 }'
    printf '%s\n' "${loaded[@]}"
  } | sort -u | while read -r file; do
    package=$(dpkg-query --search "*/${file##*/}" | sed -n "s/:$architecture: .*//p" | head -n 1)
    [[ $package != libc6 ]] || continue
    cp --dereference "$file" "$work/$name/lib/"
    place "$name/share/doc/packshot/libraries/$package" <"/usr/share/doc/$package/copyright"
  done
  about sbom "$version" "$architecture" "$(ls -I README -I common-licenses "$work/$name/share/doc/packshot/libraries" | paste -sd ,)" |
    place "$name/share/doc/packshot/packshot.spdx.json"
  # shellcheck disable=SC2016 # the loader replaces $ORIGIN
  patchelf --set-rpath '$ORIGIN' "$work/$name"/lib/*.so.*
  finish "$name" lib/packshot
  # With two or more threads, the bytes don't depend on their number.
  tar --create --sort=name --owner=0 --group=0 --numeric-owner --directory="$work" "$name" | xz --threads=2 >"$folder/$name.tar.xz"
  needs=$(readelf --version-info "$work/$name"/lib/* | grep -o 'GLIBC_[0-9.]*' | sort -Vu | tail -n 1)
  say "$folder/$name.tar.xz is for Linux with glibc ${needs#GLIBC_} or newer"
}

say "Packing"
mkdir -p "$folder"
pack_debian
[[ $architecture != "$own" ]] || pack_archive
