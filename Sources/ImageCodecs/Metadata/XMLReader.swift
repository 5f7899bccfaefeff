/// A tokenizer for the part of XML that XMP uses, from untrusted bytes: elements, attributes and text.
///
/// Comments and processing instructions are skipped. A document type ends reading, so entities are never declared or
/// expanded. The five predefined entities and character references are read. Time and memory are linear in the number
/// of bytes.
struct XMLReader {
  struct Attribute {
    let name: String
    let value: Range<Int>
    /// Range of the whole attribute, with the white space before it.
    let place: Range<Int>
  }

  enum Token {
    case start(name: String, attributes: [Attribute], isEmpty: Bool)
    case end(name: String)
    /// Characters between tags. The characters of a CDATA section are verbatim.
    case text(Range<Int>, isVerbatim: Bool)
  }

  /// Maximum attributes of an element, which take more memory than their bytes. No genuine metadata needs that many.
  private static let mostAttributes = 1000

  let bytes: [UInt8]
  /// Offsets of the last token and of the next one.
  private(set) var start = 0
  private(set) var place = 0
  /// Whether reading stopped early at something that isn't supported XML.
  private(set) var isDamaged = false

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the next token; nil at the end and at damage.
  mutating func next() -> Token? {
    while place < bytes.count, !isDamaged {
      start = place
      guard bytes[place] == UInt8(ascii: "<") else {
        skip { $0 != UInt8(ascii: "<") }
        return .text(start..<place, isVerbatim: false)
      }
      if take("<?") {
        if !skip(behind: "?>") { isDamaged = true }
      } else if take("<!--") {
        if !skip(behind: "-->") { isDamaged = true }
      } else if take("<![CDATA[") {
        let content = place
        guard skip(behind: "]]>") else {
          isDamaged = true
          break
        }
        return .text(content..<place - 3, isVerbatim: true)
      } else if let token = take("</") ? endTag() : startTag() {
        return token
      } else {
        isDamaged = true
      }
    }
    return nil
  }

  /// Returns a range of bytes as text, with references replaced. A reference to an entity that XML doesn't predefine is
  /// kept as it is.
  func text(_ range: Range<Int>, isVerbatim: Bool = false) -> String {
    let text = String(decoding: bytes[range], as: UTF8.self)
    if isVerbatim || !text.contains("&") { return text }
    var result = ""
    for (index, part) in text.split(separator: "&", omittingEmptySubsequences: false).enumerated() {
      guard index > 0 else {
        result += part
        continue
      }
      if let end = part.firstIndex(of: ";"), let scalar = Self.scalar(part[..<end]) {
        result.unicodeScalars.append(scalar)
        result += part[part.index(after: end)...]
      } else {
        result += "&" + part
      }
    }
    return result
  }

  private static func scalar(_ name: Substring) -> Unicode.Scalar? {
    let predefined: [Substring: Unicode.Scalar] = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"]
    if let scalar = predefined[name] { return scalar }
    let number =
      name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
    return number.flatMap(Unicode.Scalar.init)
  }

  // MARK: Tags

  private mutating func startTag() -> Token? {
    guard take("<"), let name = name() else { return nil }
    var attributes: [Attribute] = []
    while true {
      let beginning = place
      skip(Self.isSpace)
      if take("/>") { return .start(name: name, attributes: attributes, isEmpty: true) }
      if take(">") { return .start(name: name, attributes: attributes, isEmpty: false) }
      guard attributes.count < Self.mostAttributes, let name = self.name() else { return nil }
      skip(Self.isSpace)
      guard take("=") else { return nil }
      skip(Self.isSpace)
      let quote = place < bytes.count ? bytes[place] : 0
      guard take("\"") || take("'") else { return nil }
      let value = place
      skip { $0 != quote && $0 != UInt8(ascii: "<") }
      guard place < bytes.count, bytes[place] == quote else { return nil }
      place += 1
      attributes.append(Attribute(name: name, value: value..<place - 1, place: beginning..<place))
    }
  }

  private mutating func endTag() -> Token? {
    guard let name = name() else { return nil }
    skip(Self.isSpace)
    return take(">") ? .end(name: name) : nil
  }

  private mutating func name() -> String? {
    let start = place
    skip { !Self.isSpace($0) && !"/>=<\"'!&".utf8.contains($0) }
    return start == place ? nil : String(decoding: bytes[start..<place], as: UTF8.self)
  }

  // MARK: Bytes

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d }

  private mutating func skip(_ isSkipped: (UInt8) -> Bool) {
    while place < bytes.count, isSkipped(bytes[place]) { place += 1 }
  }

  private func begins(_ text: StaticString) -> Bool {
    place + text.utf8CodeUnitCount <= bytes.count
      && (0..<text.utf8CodeUnitCount).allSatisfy { bytes[place + $0] == text.utf8Start[$0] }
  }

  private mutating func take(_ text: StaticString) -> Bool {
    guard begins(text) else { return false }
    place += text.utf8CodeUnitCount
    return true
  }

  private mutating func skip(behind text: StaticString) -> Bool {
    while place < bytes.count {
      if take(text) { return true }
      place += 1
    }
    return false
  }
}
