internal import CICU
import Synchronization

// The only file that calls ICU. If Foundation's ICU disappears, include the system's ICU (Debian's libicu-dev) in CICU.
// A catalog detects another version by ``ICUCollator/version`` and recomputes its sort keys.

/// The collation of names in one language, as defined by CLDR.
package final class ICUCollator: Sendable {
  /// ICU's version of the collation rules. It changes whenever the sort key of a name may change.
  package let version: String

  /// Protected by a mutex, because ICU's collators aren't thread-safe.
  private let collator: Mutex<OpaquePointer>

  /// The differences between names that sort keys distinguish.
  package enum Strength: Sendable {
    /// Letters only.
    case primary
    /// Letters, then accents and case.
    case tertiary

    fileprivate var attribute: UColAttributeValue {
      switch self {
      case .primary: UCOL_PRIMARY
      case .tertiary: UCOL_TERTIARY
      }
    }
  }

  /// Creates the collation of a locale, with digits ordered by their numeric value. Locales unknown to CLDR use the
  /// root collation.
  package init(locale: String, strength: Strength) {
    var status = U_ZERO_ERROR
    guard let opened = icu_ucol_open(locale, &status), status.rawValue <= U_ZERO_ERROR.rawValue else {
      preconditionFailure("ICU has its rules built in, but says \(status)")
    }
    icu_ucol_setAttribute(opened, UCOL_NUMERIC_COLLATION, UCOL_ON, &status)
    icu_ucol_setAttribute(opened, UCOL_STRENGTH, strength.attribute, &status)
    var numbers: [UInt8] = [0, 0, 0, 0]
    icu_ucol_getVersion(opened, &numbers)
    version = numbers.map(String.init).joined(separator: ".")
    collator = Mutex(opened)
  }

  deinit { collator.withLock { icu_ucol_close($0) } }

  /// Returns the sort key of `text`. Keys are compared byte by byte. Names that differ only in their Unicode normal
  /// form have the same key.
  package func sortKey(for text: String) -> [UInt8] {
    let units = Array(text.utf16)
    return collator.withLock { collator in
      let usual = 4 * units.count + 16
      let (key, count) = Self.key(collator, units, room: usual)
      return count <= usual ? key : Self.key(collator, units, room: count).key
    }
  }

  /// Sorts values by their first text or, if the keys of the first texts are equal, by the next. Values with equal keys
  /// keep their order.
  package func sorted<Value>(_ values: [Value], by texts: (Value) -> [String]) -> [Value] {
    let keyed = values.enumerated().map { (keys: texts($1).map(sortKey), place: $0, value: $1) }
    return keyed.sorted { one, other in
      for (first, second) in zip(one.keys, other.keys) where first != second {
        return first.lexicographicallyPrecedes(second)
      }
      return one.place < other.place
    }.map(\.value)
  }

  /// Returns as much of the key as fits, without ICU's terminating zero, and the byte count of the whole key.
  private static func key(_ collator: OpaquePointer, _ units: [UInt16], room: Int) -> (key: [UInt8], byteCount: Int) {
    var byteCount = 0
    let key = [UInt8](unsafeUninitializedCapacity: room) { bytes, filled in
      byteCount = Int(icu_ucol_getSortKey(collator, units, Int32(units.count), bytes.baseAddress, Int32(room)))
      filled = max(0, min(byteCount, room) - 1)
    }
    return (key, byteCount)
  }
}

/// ICU's data about letters and encodings.
package enum ICU {
  /// Decodes bytes in an encoding from before Unicode. Returns nil if they aren't valid in it.
  ///
  /// - Parameter encoding: ICU's name of the encoding, such as `ibm-437`.
  package static func text(_ bytes: [UInt8], in encoding: String) -> String? {
    var status = U_ZERO_ERROR
    // No legacy encoding has a character that takes more UTF-16 units than bytes.
    var units = [UInt16](repeating: 0, count: bytes.count + 1)
    let count = bytes.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        icu_decode(encoding, $0.baseAddress, Int32($0.count), &units, Int32(units.count), &status)
      }
    }
    guard status.rawValue <= U_ZERO_ERROR.rawValue, count <= units.count else { return nil }
    return String(decoding: units.prefix(Int(count)), as: UTF16.self)
  }

  /// ICU's own version, such as 74.0.
  package static var version: String {
    var numbers: [UInt8] = [0, 0, 0, 0]
    icu_u_getVersion(&numbers)
    return "\(numbers[0]).\(numbers[1])"
  }

  /// Returns the letters that CLDR lists for a book index in a locale's language, unordered; none if CLDR has no list.
  package static func indexLetters(of locale: String) -> [String] {
    var status = U_ZERO_ERROR
    guard let data = icu_ulocdata_open(locale, &status) else { return [] }
    defer { icu_ulocdata_close(data) }
    guard let letters = icu_ulocdata_getExemplarSet(data, nil, 0, ULOCDATA_ES_INDEX, &status) else { return [] }
    defer { icu_uset_close(letters) }
    return (0..<icu_uset_getItemCount(letters)).flatMap { index -> [String] in
      var first: UChar32 = 0
      var last: UChar32 = 0
      var text = [UInt16](repeating: 0, count: 16)
      let length = icu_uset_getItem(letters, index, &first, &last, &text, Int32(text.count), &status)
      // An item is a range of letters, or if it has a length, a letter written with several characters.
      if length > 0 { return [String(decoding: text.prefix(Int(length)), as: UTF16.self)] }
      return (first...last).compactMap { UnicodeScalar(UInt32($0)).map(String.init) }
    }
  }

  /// Returns the script of a character as a number, equal for characters of the same script (UAX #24). Returns the
  /// common script for nil.
  package static func script(of letter: UnicodeScalar?) -> Int32 {
    var status = U_ZERO_ERROR
    return letter.map { icu_uscript_getScript(UChar32($0.value), &status).rawValue } ?? USCRIPT_COMMON.rawValue
  }

  /// Whether a character is wide or full-width by East Asian Width (UAX #11).
  static func isWide(_ scalar: UnicodeScalar) -> Bool {
    let width = UEastAsianWidth(UInt32(icu_u_getIntPropertyValue(UChar32(scalar.value), UCHAR_EAST_ASIAN_WIDTH)))
    return width == U_EA_WIDE || width == U_EA_FULLWIDTH
  }
}
