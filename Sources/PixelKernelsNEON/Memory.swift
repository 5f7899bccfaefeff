import CSimd

// Loads and stores at any alignment.

@inline(__always)
func bytes(_ place: UnsafeRawPointer, _ offset: Int) -> uint8x16_t {
  place.loadUnaligned(fromByteOffset: offset, as: uint8x16_t.self)
}

@inline(__always)
func words(_ place: UnsafeRawPointer, _ offset: Int) -> uint16x8_t {
  place.loadUnaligned(fromByteOffset: offset, as: uint16x8_t.self)
}

@inline(__always)
func signedWords(_ place: UnsafeRawPointer, _ offset: Int) -> int16x8_t {
  place.loadUnaligned(fromByteOffset: offset, as: int16x8_t.self)
}

@inline(__always)
func store(_ bytes: uint8x16_t, _ place: UnsafeMutableRawPointer, _ offset: Int) {
  place.storeBytes(of: bytes, toByteOffset: offset, as: uint8x16_t.self)
}

@inline(__always)
func store(_ words: uint16x8_t, _ place: UnsafeMutableRawPointer, _ offset: Int) {
  place.storeBytes(of: words, toByteOffset: offset, as: uint16x8_t.self)
}
