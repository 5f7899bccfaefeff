/// Encodes a name that isn't UTF-8 as reversible text: `\xFF` for a byte that isn't part of a character, `\\` for a
/// backslash, everything else unchanged.
package func escapedName(_ bytes: some Sequence<UInt8>) -> String {
  let bytes = Array(bytes)
  var parser = Unicode.UTF8.ForwardParser()
  var rest = bytes.makeIterator()
  var text = ""
  var place = 0
  while true {
    switch parser.parseScalar(from: &rest) {
    case .valid(let encoded):
      text += escapedBackslashes(String(UTF8.decode(encoded)))
      place += encoded.count
    case .error(let length):
      for byte in bytes[place..<place + length] {
        text += "\\x" + String(0x100 + Int(byte), radix: 16, uppercase: true).dropFirst()
      }
      place += length
    case .emptyInput: return text
    }
  }
}

/// Encodes a UTF-8 name in the form of ``escapedName(_:)``.
package func escapedBackslashes(_ name: String) -> String {
  String(String.UnicodeScalarView(name.unicodeScalars.flatMap { $0 == "\\" ? [$0, $0] : [$0] }))
}
