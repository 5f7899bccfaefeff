# shellcheck shell=bash
# Shared by scripts/test, scripts/check-release and scripts/check-cpu-levels.

# Matches the pixel tests, which decode, filter and encode pixels.
# shellcheck disable=SC2034 # used where this is sourced
readonly pixel_tests='^(PixelKernels|Filters|Pipeline|ImageCodecs|Golden|Corpus)Tests\.'

# pixel_swift build|test OPTION…: builds or runs the pixel tests in a release build. They use only `public` and `package`
# declarations, so the modules are built as for the program, without -enable-testing. Package.swift leaves out targets that these
# tests don't need.
pixel_swift() {
  PACKSHOT_PIXEL_TESTS=1 swift "$1" -c release "${@:2}"
}

# Copies the output of a test run, then prints why tests were skipped: NOT HERE if the machine can't have what a test needs, SKIPPED
# if it only isn't installed. check-all recognises both by these words.
tell_of_skipped_tests() {
  local log
  log=$(mktemp)
  tee "$log"
  sed -nE 's/^[^ ]+ Test .* skipped(: "(.*)")?\.?$/\2/p' "$log" | sort | uniq -c |
    while read -r count reason; do
      case "$reason" in
        'this machine'* | PACKSHOT_CORPUS*) echo "NOT HERE: $count tests: $reason" ;;
        *) echo "SKIPPED: $count tests: ${reason:-no reason given}" ;;
      esac
    done
  rm "$log"
}
