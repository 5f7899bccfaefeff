# shellcheck shell=bash
# Shared by the scripts that build for arm64 on an x86-64 machine and run the programs under qemu. Nothing here needs an arm64
# machine. The compiler is Debian's Swift, because Debian has Swift for both architectures, and a compiler can only import modules
# built by the same compiler version:
#
#   .build-arm64/root           a root of Debian sid for x86-64, with Swift, qemu-user, the libraries for both architectures
#   .build-arm64/root/sysroot   the libraries and Swift's for arm64, unpacked, to compile with
#   .build-arm64/root/packshot  the sources, and the builds: .build-arm64 and .build-amd64
#
# Both builds have the same libraries, so their pictures can be compared byte by byte. The folder takes 8 GB; remove it to start
# again with newer packages.

# Runs the script in a mount namespace, so that /proc and /dev of the root disappear with the script, even if it is killed. Otherwise
# removing the folder could remove the machine's /dev.
if [[ $EUID -eq 0 && -z ${IN_MOUNT_NAMESPACE-} ]]; then
  exec env IN_MOUNT_NAMESPACE=1 unshare --mount --propagation private --wd "$called_from" -- "$script" "$@"
fi

readonly arm64_folder=$PWD/.build-arm64
readonly arm64_root=$arm64_folder/root
readonly image_libraries=libpng-dev,libjpeg-dev,libsqlite3-dev,zlib1g-dev,libdeflate-dev,libwebp-dev,libavif-dev,libtiff-dev,libde265-dev,libharfbuzz-dev,libfribidi-dev,libssl-dev
readonly arm64_libraries=$image_libraries,libc6-dev,libstdc++-15-dev,libcurl4-openssl-dev,libxml2-dev,libncurses-dev,tzdata

# need_arm64_tools WHAT: ends the script if this machine can't do WHAT.
need_arm64_tools() {
  if [[ $(uname -m) != x86_64 ]]; then
    echo "NOT HERE: $1, which needs an x86-64 machine"
    exit 0
  fi
  if [[ $EUID -ne 0 ]] || ! command -v mmdebstrap >/dev/null; then
    echo "SKIPPED: $1, which needs root and mmdebstrap (apt-get install mmdebstrap)"
    exit 0
  fi
}

# bootstrap OPTION… PACKAGES FOLDER: makes a root of Debian sid without documentation. (A snapshot's Release file may have expired.)
bootstrap() {
  mmdebstrap --quiet --mode=root --format=directory --aptopt='APT::Install-Recommends "false"' \
    --aptopt='Acquire::Languages "none"' --aptopt='Acquire::Check-Valid-Until "false"' \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
    --dpkgopt='path-exclude=/usr/share/locale/*' "${@:1:$#-2}" --include="${*: -2:1}" sid "${*: -1}" >/dev/null
}

# make_arm64_root: makes the root and the sysroot, if they aren't there (two minutes).
make_arm64_root() {
  local build=ca-certificates,git,swiftlang,lld,g++,binutils,$arm64_libraries
  local run=qemu-user,qemu-system-arm,cpio,fonts-dejavu-core,fonts-inter
  local pack=dpkg-dev,binutils-aarch64-linux-gnu,lintian,${image_libraries//,/:arm64,}:arm64
  if [[ $(cat "$arm64_folder/complete" 2>/dev/null) != "$build,$run,$pack" ]]; then
    say "Making a root of Debian sid with Swift for x86-64, and a sysroot for arm64"
    rm -rf --one-file-system "$arm64_folder"
    mkdir -p "$arm64_folder"
    bootstrap --variant=apt --architectures=amd64,arm64 "$build,$run,$pack" "$arm64_root"
    bootstrap --variant=extract --architectures=arm64 "libgcc-15-dev,swiftlang,libswiftlang,$arm64_libraries" "$arm64_root/sysroot"
    # The packages have everything in /usr; programs name /lib/ld-linux-aarch64.so.1.
    for name in lib bin sbin; do ln -sfn "usr/$name" "$arm64_root/sysroot/$name"; done
    # Names that the linker looks for: whichever GCC clang finds may lack its library, and Swift's static libraries are elsewhere.
    ln -sfn libstdc++.so.6 "$arm64_root/sysroot/usr/lib/aarch64-linux-gnu/libstdc++.so"
    ln -sfn ../libexec/swift/lib/swift_static "$arm64_root/sysroot/usr/lib/swift_static"
    # clang's headers are the compiler's.
    ln -sfn /usr/libexec/swift/lib/clang "$arm64_root/sysroot/usr/libexec/swift/lib/clang"
    # Debian leaves out a library that the test runner names and doesn't use.
    chroot "$arm64_root" ar rc /sysroot/usr/libexec/swift/lib/swift/linux/lib_Testing_Foundation.a
    # Programs link Swift statically. Tests need modules that exist only as shared libraries.
    describe_arm64_sdk arm64-static swift_static
    describe_arm64_sdk arm64 swift
    echo "$build,$run,$pack" >"$arm64_folder/complete"
  fi
  mountpoint -q "$arm64_root/proc" || mount -t proc proc "$arm64_root/proc"
  mountpoint -q "$arm64_root/dev" || mount --bind /dev "$arm64_root/dev"
}

# describe_arm64_sdk NAME RESOURCES: writes the description of a Swift SDK over the sysroot, with Swift's modules and libraries of
# the folder RESOURCES.
describe_arm64_sdk() {
  local folder=$arm64_root/root/.swiftpm/swift-sdks/$1.artifactbundle
  mkdir -p "$folder/$1"
  cat >"$folder/info.json" <<END
{ "schemaVersion": "1.0", "artifacts": { "$1": { "type": "swiftSDK", "version": "1", "variants": [
  { "path": "$1", "supportedTriples": ["x86_64-unknown-linux-gnu", "x86_64-pc-linux-gnu"] } ] } } }
END
  cat >"$folder/$1/swift-sdk.json" <<END
{ "schemaVersion": "4.0", "targetTriples": { "aarch64-unknown-linux-gnu": { "sdkRootPath": "/sysroot",
  "swiftResourcesPath": "/sysroot/usr/libexec/swift/lib/$2",
  "swiftStaticResourcesPath": "/sysroot/usr/libexec/swift/lib/swift_static", "toolsetPaths": ["toolset.json"] } } }
END
  cat >"$folder/$1/toolset.json" <<'END'
{ "schemaVersion": "1.0", "rootPath": "/usr/libexec/swift/bin", "swiftCompiler": { "extraCLIOptions": ["-use-ld=lld"] } }
END
}

# copy_sources: copies the sources and the resolved dependencies into the root. The dependencies are fetched outside of the root,
# because Swift may not be able to fetch them inside.
copy_sources() {
  mkdir -p "$arm64_root/packshot"
  find "$arm64_root/packshot" -mindepth 1 -maxdepth 1 ! -name '.build-*' -exec rm -rf {} +
  git ls-files --cached --others --exclude-standard -z | tar -c --ignore-failed-read --null -T - | tar -x -C "$arm64_root/packshot"
  swift package resolve --scratch-path "$arm64_folder/packages"
  cp Package.resolved "$arm64_root/packshot/"
}

# in_root COMMAND…: runs a command in the root, in the folder of the sources.
in_root() { chroot "$arm64_root" env HOME=/root bash -c 'cd /packshot && exec "$@"' in_root "$@"; }

# build_for arm64|amd64 OPTION…: builds in the root for an architecture, for release. Tests, and builds with PACKSHOT_VECTORS=none,
# use separate folders.
build_for() {
  local folder vectors=${PACKSHOT_VECTORS-} sdk=arm64-static options=(--disable-automatic-resolution -c release)
  folder=$(build_folder "$1")
  mkdir -p "$arm64_root/packshot/$folder"
  # Copying keeps the files' times, so that unchanged dependencies aren't built again.
  rm -rf "$arm64_root/packshot/$folder"/{artifacts,checkouts,repositories}
  # The compiler doesn't notice headers added to a C module since the last build.
  rm -rf "$arm64_root/packshot/$folder"/*/release/ModuleCache
  cp -a "$arm64_folder"/packages/{artifacts,checkouts,repositories,workspace-state.json} "$arm64_root/packshot/$folder/"
  if [[ $1 == arm64 ]]; then
    [[ -z ${PACKSHOT_TARGETS-} ]] || sdk=arm64
    options+=(--swift-sdk "$sdk")
    vectors=${vectors:-arm64}
  fi
  in_root env PACKSHOT_VECTORS="${vectors:-x86_64}" ${PACKSHOT_TARGETS:+PACKSHOT_TARGETS=$PACKSHOT_TARGETS} \
    swift build "${options[@]}" --scratch-path "$folder" "${@:2}"
}

# build_folder arm64|amd64: prints the folder of a build.
build_folder() { echo ".build-$1${PACKSHOT_TARGETS:+-tests}${PACKSHOT_VECTORS:+-$PACKSHOT_VECTORS}"; }

# hash_pictures FOLDER: prints the hash and the path of each picture that a run wrote.
hash_pictures() {
  (cd "$1" && find . -type f ! -name 'catalog.sqlite*' ! -path '*/.packshot*' -print0 | LC_ALL=C sort -z | xargs -0r sha256sum)
}

# emulate PROGRAM ARGUMENT…: runs a program for arm64 in the root.
emulate() {
  in_root qemu-aarch64 -L /sysroot -E LD_LIBRARY_PATH=/usr/libexec/swift/lib/swift/linux:/usr/lib/aarch64-linux-gnu "$@"
}
