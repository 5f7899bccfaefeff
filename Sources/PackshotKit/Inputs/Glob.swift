/// A pattern of names by the rules of gitignore's `wildmatch`, without its `!` and without braces.
///
/// | written | matches |
/// |---|---|
/// | `?`, `*` | a byte, any run of bytes, but no slash |
/// | `[a-z]`, `[!a-z]`, `[[:digit:]]` | a byte in the set, or not in it, but no slash |
/// | `**/` at the start or behind a slash | any folders, or none |
/// | `**` at the end behind a slash | everything in the folder |
/// | `\*` | the byte behind the backslash |
///
/// Matching works byte by byte, as in Git: names need not be UTF-8, and a letter outside ASCII takes several `?`. The
/// matcher reads the name once while tracking a set of positions in the pattern, so no pattern is slow.
struct Glob: Sendable {
  private enum Piece {
    case byte(UInt8)
    /// One byte of a set. The set has a flag for each of the 256 bytes, and never contains a slash.
    case oneOf([Bool])
    /// Any number of bytes except slashes.
    case run
    /// Any number of whole folders with their slashes. This takes two pieces: the first one at a folder's start, the
    /// second one within its name.
    case folders, withinFolder
    /// Any bytes.
    case rest
  }

  /// Nil if the pattern is malformed, for example because of an unclosed bracket. It matches nothing then.
  private let pieces: [Piece]?

  init(_ pattern: ArraySlice<UInt8>) { pieces = Self.pieces(of: pattern) }

  func matches(_ name: some Sequence<UInt8>) -> Bool {
    guard let pieces else { return false }
    var positions = [Bool](repeating: false, count: pieces.count + 1)
    Self.reach(0, in: pieces, &positions)
    for byte in name {
      var next = [Bool](repeating: false, count: pieces.count + 1)
      for (position, piece) in pieces.enumerated() where positions[position] {
        switch piece {
        case .byte(let wanted): if byte == wanted { Self.reach(position + 1, in: pieces, &next) }
        case .oneOf(let set): if set[Int(byte)] { Self.reach(position + 1, in: pieces, &next) }
        case .run: if byte != slash { Self.reach(position, in: pieces, &next) }
        case .folders: if byte != slash { Self.reach(position + 1, in: pieces, &next) }
        case .withinFolder: Self.reach(byte == slash ? position - 1 : position, in: pieces, &next)
        case .rest: Self.reach(position, in: pieces, &next)
        }
      }
      positions = next
    }
    return positions[pieces.count]
  }

  /// Marks a position, and those after it that can be reached without reading a byte.
  private static func reach(_ position: Int, in pieces: [Piece], _ positions: inout [Bool]) {
    var position = position
    while true {
      positions[position] = true
      guard position < pieces.count else { return }
      switch pieces[position] {
      case .run, .rest: position += 1
      case .folders: position += 2
      case .byte, .oneOf, .withinFolder: return
      }
    }
  }

  private static func pieces(of pattern: ArraySlice<UInt8>) -> [Piece]? {
    var pieces: [Piece] = []
    var rest = pattern
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\\"):
        guard let literal = rest.popFirst() else { return nil }
        pieces.append(.byte(literal))
      case UInt8(ascii: "?"): pieces.append(.oneOf(ByteSet(negating: true).bytes))
      case UInt8(ascii: "["):
        guard let set = ByteSet(&rest) else { return nil }
        pieces.append(.oneOf(set.bytes))
      case star:
        let isAtStart = rest.startIndex - 1 == pattern.startIndex || pattern[rest.startIndex - 2] == slash
        let stars = rest.prefix { $0 == star }.count
        rest = rest.dropFirst(stars)
        if stars == 0 || !isAtStart {
          pieces.append(.run)
        } else if rest.isEmpty {
          pieces.append(.rest)
        } else if rest.first == slash {
          rest = rest.dropFirst()
          pieces += [.folders, .withinFolder]
        } else {
          pieces.append(.run)
        }
      default: pieces.append(.byte(byte))
      }
    }
    return pieces
  }
}

private let slash = UInt8(ascii: "/")
private let star = UInt8(ascii: "*")

/// The set of bytes in brackets. It never contains a slash.
private struct ByteSet {
  private(set) var bytes = [Bool](repeating: false, count: 256)

  /// The empty set, or all bytes except the slash.
  init(negating: Bool) {
    if negating { bytes = bytes.map { _ in true } }
    bytes[Int(slash)] = false
  }

  /// Parses a set after its opening bracket, including the closing one. Returns nil if there is none, or if the set
  /// names an unknown character class.
  init?(_ rest: inout ArraySlice<UInt8>) {
    let isNegated = rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "^")
    if isNegated { rest = rest.dropFirst() }
    var isFirst = true
    // The last byte, which can start a range.
    var previous: UInt8?
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "]"), !isFirst {
        if isNegated { bytes = bytes.map { !$0 } }
        bytes[Int(slash)] = false
        return
      }
      isFirst = false
      if byte == UInt8(ascii: "-"), let first = previous, let next = rest.first, next != UInt8(ascii: "]") {
        guard let last = Self.literal(&rest) else { return nil }
        if first <= last { for byte in first...last { bytes[Int(byte)] = true } }
        previous = nil
      } else if byte == UInt8(ascii: "["), rest.first == UInt8(ascii: ":"), let name = Self.className(&rest) {
        guard let isInClass = Self.classes[name] else { return nil }
        for byte in UInt8.min...0x7f where isInClass(byte) { bytes[Int(byte)] = true }
        previous = nil
      } else {
        guard let literal = byte == UInt8(ascii: "\\") ? rest.popFirst() : byte else { return nil }
        bytes[Int(literal)] = true
        previous = literal
      }
    }
    return nil
  }

  /// Returns the next byte, or the byte after a backslash.
  private static func literal(_ rest: inout ArraySlice<UInt8>) -> UInt8? {
    let byte = rest.popFirst()
    return byte == UInt8(ascii: "\\") ? rest.popFirst() : byte
  }

  /// Parses `:alpha:]`. Returns nil without consuming anything if the input differs.
  private static func className(_ rest: inout ArraySlice<UInt8>) -> String? {
    guard let end = rest.firstIndex(of: UInt8(ascii: "]")), end - rest.startIndex >= 2,
      rest[end - 1] == UInt8(ascii: ":")
    else { return nil }
    defer { rest = rest[(end + 1)...] }
    return String(decoding: rest[(rest.startIndex + 1)..<(end - 1)], as: UTF8.self)
  }

  /// The POSIX classes of ASCII characters.
  private static let classes: [String: @Sendable (UInt8) -> Bool] = [
    "alnum": { isLetter($0) || isDigit($0) },
    "alpha": { isLetter($0) },
    "blank": { $0 == 0x20 || $0 == 0x09 },
    "cntrl": { $0 < 0x20 || $0 == 0x7f },
    "digit": { isDigit($0) },
    "graph": { $0 > 0x20 && $0 < 0x7f },
    "lower": { 0x61...0x7a ~= $0 },
    "print": { $0 >= 0x20 && $0 < 0x7f },
    "punct": { $0 > 0x20 && $0 < 0x7f && !isLetter($0) && !isDigit($0) },
    "space": { $0 == 0x20 || 0x09...0x0d ~= $0 },
    "upper": { 0x41...0x5a ~= $0 },
    "xdigit": { isDigit($0) || 0x61...0x66 ~= $0 || 0x41...0x46 ~= $0 },
  ]

  private static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7a ~= byte || 0x41...0x5a ~= byte }
  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
}
