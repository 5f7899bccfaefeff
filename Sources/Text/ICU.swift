import Synchronization
internal import _FoundationICU

// The only file that calls ICU, and the only one that knows where it comes from: the module of Swift's Foundation, whose
// functions are ICU's own with `swift_` before their names. Nobody promises that module. Without it this file is written
// anew over the system's libicu (Debian's libicu-dev), whose functions have the same names without the prefix; a catalog
// notices another version by ``ICUCollator/version`` and computes its sort keys anew.

/// The order of names in one language, as CLDR has it.
package final class ICUCollator: Sendable {
  /// Changes when the same name may get another key: ICU's own version of these rules.
  package let version: String

  /// ICU's collators may not be used by two threads at once.
  private let collator: Mutex<OpaquePointer>

  /// How much of the difference between two names counts.
  package enum Strength: Sendable {
    /// The letters alone.
    case primary
    /// Also accents and case, where the letters are the same.
    case tertiary

    fileprivate var attribute: UColAttributeValue {
      switch self {
      case .primary: UCOL_PRIMARY
      case .tertiary: UCOL_TERTIARY
      }
    }
  }

  /// The order of a locale, digits by their numbers. A locale that CLDR does not know has the root's.
  package init(locale: String, strength: Strength) {
    var status = U_ZERO_ERROR
    guard let opened = swift_ucol_open(locale, &status), status.rawValue <= U_ZERO_ERROR.rawValue else {
      preconditionFailure("ICU has its rules built in, but says \(status)")
    }
    swift_ucol_setAttribute(opened, UCOL_NUMERIC_COLLATION, UCOL_ON, &status)
    swift_ucol_setAttribute(opened, UCOL_STRENGTH, strength.attribute, &status)
    var numbers: [UInt8] = [0, 0, 0, 0]
    swift_ucol_getVersion(opened, &numbers)
    version = numbers.map(String.init).joined(separator: ".")
    collator = Mutex(opened)
  }

  deinit { collator.withLock { swift_ucol_close($0) } }

  /// The bytes that stand for `text`: compared byte by byte, they put names in order. Names that differ in nothing that
  /// people see have the same key.
  package func sortKey(for text: String) -> [UInt8] {
    let units = Array(text.utf16)
    return collator.withLock { collator in
      let usual = 4 * units.count + 16
      let (key, count) = Self.key(collator, units, room: usual)
      return count <= usual ? key : Self.key(collator, units, room: count).key
    }
  }

  /// Values in the order of texts: by the first, and where that is the same to people by the next. Values whose texts are all the
  /// same stay in their order.
  package func sorted<Value>(_ values: [Value], by texts: (Value) -> [String]) -> [Value] {
    let keyed = values.enumerated().map { (keys: texts($1).map(sortKey), place: $0, value: $1) }
    return keyed.sorted { one, other in
      for (first, second) in zip(one.keys, other.keys) where first != second {
        return first.lexicographicallyPrecedes(second)
      }
      return one.place < other.place
    }.map(\.value)
  }

  /// As much of the key as there is room for, without the zero that ICU ends it with; and how many bytes all of it takes.
  private static func key(_ collator: OpaquePointer, _ units: [UInt16], room: Int) -> (key: [UInt8], byteCount: Int) {
    var byteCount = 0
    let key = [UInt8](unsafeUninitializedCapacity: room) { bytes, filled in
      byteCount = Int(swift_ucol_getSortKey(collator, units, Int32(units.count), bytes.baseAddress, Int32(room)))
      filled = max(0, min(byteCount, room) - 1)
    }
    return (key, byteCount)
  }
}

/// What ICU knows of letters.
package enum ICU {
  /// The letters that CLDR lists for the index of a book in a locale's language, in no order; none where it lists none.
  package static func indexLetters(of locale: String) -> [String] {
    var status = U_ZERO_ERROR
    guard let data = swift_ulocdata_open(locale, &status) else { return [] }
    defer { swift_ulocdata_close(data) }
    guard let letters = swift_ulocdata_getExemplarSet(data, nil, 0, ULOCDATA_ES_INDEX, &status) else { return [] }
    defer { swift_uset_close(letters) }
    return (0..<swift_uset_getItemCount(letters)).flatMap { index -> [String] in
      var first: UChar32 = 0
      var last: UChar32 = 0
      var text = [UInt16](repeating: 0, count: 16)
      let length = swift_uset_getItem(letters, index, &first, &last, &text, Int32(text.count), &status)
      // An item is a range of letters or, where it has a length, one that is written with several.
      if length > 0 { return [String(decoding: text.prefix(Int(length)), as: UTF16.self)] }
      return (first...last).compactMap { UnicodeScalar(UInt32($0)).map(String.init) }
    }
  }

  /// Which script a character belongs to, as a number that is the same for characters of the same one (UAX #24); that of
  /// characters which all scripts share for none.
  package static func script(of letter: UnicodeScalar?) -> Int32 {
    var status = U_ZERO_ERROR
    return letter.map { swift_uscript_getScript(UChar32($0.value), &status).rawValue } ?? USCRIPT_COMMON.rawValue
  }

  /// Whether East Asian Width (UAX #11) says that a character is wide or full-width.
  static func isWide(_ scalar: UnicodeScalar) -> Bool {
    let width = UEastAsianWidth(UInt32(swift_u_getIntPropertyValue(UChar32(scalar.value), UCHAR_EAST_ASIAN_WIDTH)))
    return width == U_EA_WIDE || width == U_EA_FULLWIDTH
  }
}
