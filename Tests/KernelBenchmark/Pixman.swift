import Platform

/// Compositing by pixman, if the system has it.
struct Pixman {
  private typealias CreateBits = @convention(c) (UInt32, Int32, Int32, UnsafeMutableRawPointer, Int32) -> OpaquePointer?
  private typealias Composite =
    @convention(c) (
      Int32, OpaquePointer, OpaquePointer?, OpaquePointer, Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32
    ) -> Void

  private let composite: Composite
  private let foreground: OpaquePointer
  private let background: OpaquePointer
  private let count: Int32

  /// Foreground and background are one row of premultiplied pixels each. Nil if pixman isn't installed.
  init?(foreground: UnsafeMutableRawPointer, background: UnsafeMutableRawPointer, count: Int) {
    guard let library = dlopen("libpixman-1.so.0", RTLD_NOW), let create = dlsym(library, "pixman_image_create_bits"),
      let composite = dlsym(library, "pixman_image_composite32")
    else { return nil }
    let createBits = unsafeBitCast(create, to: CreateBits.self)
    self.composite = unsafeBitCast(composite, to: Composite.self)
    self.count = Int32(count)
    // PIXMAN_a8b8g8r8: red is the lowest byte.
    let image = { createBits(0x2003_8888, Int32(count), 1, $0, Int32(count * 4))! }
    (self.foreground, self.background) = (image(foreground), image(background))
  }

  /// PIXMAN_OP_OVER.
  func sourceOver() { composite(3, foreground, nil, background, 0, 0, 0, 0, 0, 0, count, 1) }
}
