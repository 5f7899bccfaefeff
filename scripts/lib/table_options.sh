# shellcheck shell=bash
# Shared by the checks that compare whole jobs with a table: check-memory and check-clock.

# take_table_options PERCENT OPTION…: sets `most` to the percentage of --most (default: PERCENT), `packshot` to the program of --binary
# or nothing, and `update` to yes if there is --update.
take_table_options() {
  most=$1 packshot='' update=no
  shift
  while [[ $# -gt 0 ]]; do
    case "$1" in
      --binary)
        packshot=$(cd "$called_from" && realpath -m -- "${2-}")
        [[ ! -d $packshot ]] || packshot=$packshot/packshot
        [[ -f $packshot && -x $packshot ]] || fail 64 "$1 takes a program, but $packshot is not an executable file"
        shift
        ;;
      --most)
        [[ ${2-} =~ ^[0-9]+(\.[0-9]+)?$ ]] || fail 64 "--most takes a number of percent, such as $most"
        most=$2
        shift
        ;;
      --update) update=yes ;;
      *) fail 64 "unknown option: $1" "Try scripts/${script##*/} --help" ;;
    esac
    shift
  done
}
