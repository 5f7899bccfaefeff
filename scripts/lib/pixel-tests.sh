# shellcheck shell=bash
# The tests of pixel loops: in a release build, where going through whole domains takes seconds.

# shellcheck disable=SC2034 # used where this is sourced
readonly pixel_tests='^(PixelKernels|Filters|Pipeline|ImageCodecs|Golden|Corpus)Tests\.'

# pixel_swift build|test OPTION…: they see what is `package` and need no build with internals open to tests, so that their modules
# are those of the program. Package.swift leaves out the targets that these tests do not need.
pixel_swift() {
  PACKSHOT_PIXEL_TESTS=1 swift "$1" -c release "${@:2}"
}
