// Empty, because every function is inline in the header. SwiftPM requires a source file.
