# shellcheck shell=bash
# Shared beginning of the scripts, which source it first. Changes to the project's folder, keeps the caller's folder in
# `called_from`, answers --help with the comment at the head of the script, and defines `say`, `fail` and `take_no_arguments`.

script=$(realpath "$0")
# shellcheck disable=SC2034 # used by scripts that take paths
called_from=$PWD
cd "$(dirname "$script")/.." || exit

# Prints a step, marked so that it stands out from the tools' output.
say() { printf '==> %s\n' "$*"; }

# fail CODE LINE…: prints the lines to standard error and ends the script with the code.
fail() {
  local code=$1
  shift
  printf '%s\n' "${script##*/}: $1" "${@:2}" >&2
  exit "$code"
}

case "${1-}" in
  -h | --help)
    sed -n '2,/^$/ { s/^# \{0,1\}//p; }' "$script"
    exit 0
    ;;
esac

# Ends the script unless it was called without arguments.
take_no_arguments() {
  [[ $# -eq 0 ]] || fail 64 "expected no arguments, but found: $*" "Try scripts/${script##*/} --help"
}

# Builds the release program, unless `packshot` names a program already.
need_packshot() {
  [[ -z ${packshot-} ]] || return 0
  swift build -c release --product packshot
  packshot=$(swift build -c release --show-bin-path)/packshot
}

# need_debug_library [--built FOLDER]: sets DEBUG_BUILD to the folder of a debug build for scripts/lib/symbol_graphs.py. Builds the
# library unless the folder is given. Sets `taken` to the number of arguments that were read.
need_debug_library() {
  taken=0
  export DEBUG_BUILD=.build/debug
  if [[ ${1-} == --built ]]; then
    [[ -d ${2-} ]] || fail 64 "--built takes the folder of a debug build"
    DEBUG_BUILD=$2 taken=2
  else
    say "Building"
    swift build --target PackshotTesting --quiet
  fi
}

# need_chromium WHAT: ends the script if there is no browser to look at it with.
need_chromium() {
  if python3 -B -c 'import sys; sys.path.insert(0, "scripts/lib"); import chromium; sys.exit(not chromium.find())'; then return; fi
  echo "SKIPPED: $1 in a browser, which needs Debian's package chromium"
  exit 0
}
