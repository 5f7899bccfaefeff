# shellcheck shell=bash
# What scripts/test and scripts/check-release have in common.

# The tests that decode, filter and encode pixels.
# shellcheck disable=SC2034 # used where this is sourced
readonly pixel_tests='^(PixelKernels|Filters|Pipeline|ImageCodecs|Golden|Corpus)Tests\.'

# pixel_swift build|test OPTION…: they see what is `package` and need no build with internals open to tests, so that their modules
# are those of the program. Package.swift leaves out the targets that these tests do not need.
pixel_swift() {
  PACKSHOT_PIXEL_TESTS=1 swift "$1" -c release "${@:2}"
}

# Prints what a run of tests prints, then the reasons of the tests that were skipped. NOT HERE is what no installation brings;
# SKIPPED is what is only not installed. check-all knows both by their first words.
tell_of_skipped_tests() {
  local log
  log=$(mktemp)
  tee "$log"
  sed -nE 's/^[^ ]+ Test .* skipped(: "(.*)")?\.?$/\2/p' "$log" | sort | uniq -c |
    while read -r count reason; do
      case "$reason" in
        'this machine'* | PACKSHOT_CORPUS*) echo "NOT HERE: $count tests: $reason" ;;
        *) echo "SKIPPED: $count tests: ${reason:-for no reason given}" ;;
      esac
    done
  rm "$log"
}
