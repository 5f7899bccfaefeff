import Testing
import Text

@testable import Files

@Suite struct SHA256Tests {
  /// The examples of FIPS 180-4, and of NIST's “SHA Test Vectors for Hashing Byte-Oriented Messages”.
  @Test(arguments: [
    ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    ("a", 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
  ])
  func hashesMatchTheStandardInOneUpdateAndInMany(text: String, times: Int, expected: String) {
    let text = String(repeating: text, count: times)
    #expect(SHA256.hex(of: text) == expected)
    var hash = SHA256()
    var rest = Array(text.utf8)[...]
    var count = 1
    while !rest.isEmpty {
      hash.update(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
      count = count % 97 + 7
    }
    #expect(hash.hex == expected)
  }

  @Test func aCopiedHashIsIndependent() {
    var one = SHA256()
    one.update("ab")
    var other = one
    other.update("x")
    one.update("c")
    #expect(one.hex == SHA256.hex(of: "abc"))
    #expect(other.hex == SHA256.hex(of: "abx"))
    #expect(one.hex == SHA256.hex(of: "abc"))
  }

  @Test func bytesAreWrittenAsTwoHexDigits() {
    #expect(hexadecimal([0, 9, 10, 171, 255] as [UInt8]) == "00090aabff")
  }
}
