// The system that packshot is built for. A port changes the two declarations below.

// The C library. Every other file imports this module instead.
@_exported import Glibc

/// The operating system.
package typealias System = Linux
