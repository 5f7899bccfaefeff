# shellcheck shell=bash
# The tests of pixel loops: a release build of their own, where going through whole domains takes seconds.

# shellcheck disable=SC2034 # used where this is sourced
readonly pixel_tests='^(PixelKernels|Filters|Pipeline|ImageCodecs|Golden|Corpus)Tests\.'

# pixel_swift build|test OPTION…: a build with internals open to tests has other flags than the one we ship; in a folder of
# its own, neither makes the other start over. Package.swift leaves out the targets that these tests do not need.
pixel_swift() {
  PACKSHOT_PIXEL_TESTS=1 swift "$1" -c release --scratch-path .build-release-tests -Xswiftc -enable-testing "${@:2}"
}
