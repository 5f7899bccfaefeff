# shellcheck shell=bash
# Shared by the scripts that run tests.

# The test targets that decode, filter and encode pixels. They use only `public` and `package` declarations, so scripts/check-release
# runs them in a build without -enable-testing, as the program is built.
readonly pixel_targets=PixelKernelsTests,ColorProfilesTests,FiltersTests,PipelineTests,ImageCodecsTests,GoldenTests,CorpusTests
readonly pixel_tests="^(${pixel_targets//,/|})\\."

# build_for_release OPTION…: builds the program as people build it, and the pixel tests.
build_for_release() { PACKSHOT_TARGETS=packshot,$pixel_targets swift build -c release --build-tests "$@"; }

# build_for_debug TARGETS OPTION…: builds tests and programs for debug, with the documentation's examples and the studio. TARGETS is
# for PACKSHOT_TARGETS; if it is empty, everything is built.
build_for_debug() {
  local examples
  examples=$(python3 -B scripts/lib/check_docs.py .build-docs/examples) || return
  PACKSHOT_TARGETS=$1 PACKSHOT_EXAMPLES=$examples PACKSHOT_STUDIO=1 swift build --build-tests "${@:2}"
}

# run_tests BUNDLE OPTION…: runs the tests of a bundle (--filter PATTERN, --skip PATTERN), then prints why tests were skipped: NOT HERE
# if the machine can't have what a test needs, SKIPPED if it only isn't installed. check-all recognises both by these words.
#
# `swift test` runs the same program, but keeps other builds waiting meanwhile.
run_tests() {
  local log status=0
  log=$(mktemp)
  "$1" --testing-library swift-testing "${@:2}" 2>&1 | tee "$log" || status=1
  sed 's/\x1b\[[0-9;]*m//g' "$log" | sed -nE 's/^[^ ]+ Test .* skipped(: "(.*)")?\.?$/\2/p' | sort | uniq -c |
    while read -r count reason; do
      case "$reason" in
        'this machine'* | PACKSHOT_CORPUS*) echo "NOT HERE: $count tests: $reason" ;;
        *) echo "SKIPPED: $count tests: ${reason:-no reason given}" ;;
      esac
    done
  rm "$log"
  return "$status"
}
