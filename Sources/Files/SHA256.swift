internal import CPackshot
import Text

/// A running SHA-256 (FIPS 180-4). Copies continue independently.
package struct SHA256: Sendable {
  private var context = SHA256_CTX()

  package init() { SHA256_Init(&context) }

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    SHA256_Update(&context, bytes.baseAddress, bytes.count)
  }

  package mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

  /// Adds the UTF-8 bytes of a text.
  package mutating func update(_ text: String) {
    var text = text
    text.withUTF8 { update(UnsafeRawBufferPointer($0)) }
  }

  /// The hash of all bytes so far, as 64 lower-case hexadecimal digits.
  package var hex: String {
    var context = context
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(SHA256_DIGEST_LENGTH)) { digest in
      SHA256_Final(digest.baseAddress, &context)
      return hexadecimal(UnsafeBufferPointer(digest))
    }
  }

  /// Returns the hash of bytes.
  package static func hex(of bytes: UnsafeRawBufferPointer) -> String {
    var hash = SHA256()
    hash.update(bytes)
    return hash.hex
  }

  /// Returns the hash of a text's UTF-8 bytes.
  package static func hex(of text: String) -> String {
    var hash = SHA256()
    hash.update(text)
    return hash.hex
  }
}
