import Foundation
import Synchronization
internal import _FoundationICU

/// The order that people of one language expect names in: Å after Z in Swedish and beside A in English, “mug 2” before
/// “mug 10”.
///
/// The rules are those of CLDR, from the ICU that comes with Swift's Foundation, so that a catalog's order does not hang on
/// what the system has installed. (Its functions are ICU's own with `swift_` before their names.)
final class Collator: Sendable {
  /// The locale whose order it is, as ICU writes it: `sv_SE`, `de@collation=phonebook`, `root`.
  let locale: String
  /// Changes when the same name may get another key: ICU's own version of these rules.
  let version: String

  /// ICU's collators may not be used by two threads at once.
  private let collator: Mutex<OpaquePointer>

  /// How much of the difference between two names counts.
  enum Strength {
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

  /// The order of `locale`; one that CLDR does not know has the root's, which suits most languages of Europe.
  init(locale: String, strength: Strength = .tertiary) {
    var status = U_ZERO_ERROR
    guard let opened = swift_ucol_open(locale, &status), status.rawValue <= U_ZERO_ERROR.rawValue else {
      preconditionFailure("ICU has its rules built in, but says \(status)")
    }
    swift_ucol_setAttribute(opened, UCOL_NUMERIC_COLLATION, UCOL_ON, &status)
    swift_ucol_setAttribute(opened, UCOL_STRENGTH, strength.attribute, &status)
    var numbers: [UInt8] = [0, 0, 0, 0]
    swift_ucol_getVersion(opened, &numbers)
    self.locale = locale
    version = numbers.map(String.init).joined(separator: ".")
    collator = Mutex(opened)
  }

  deinit { collator.withLock { swift_ucol_close($0) } }

  /// The bytes that stand for `text`: compared as SQLite compares BLOBs, they put names in order. Names that differ in
  /// nothing that people see have the same key.
  func sortKey(for text: String) -> Data {
    let units = Array(text.utf16)
    return collator.withLock { collator in
      var key = Data(count: 4 * units.count + 16)
      var count = Self.write(collator, units, into: &key)
      if count > key.count {
        key.count = count
        count = Self.write(collator, units, into: &key)
      }
      // ICU ends it with a zero, which no other byte of it is.
      return key.prefix(count - 1)
    }
  }

  /// Writes as much of the key as fits; returns the size of the whole.
  private static func write(_ collator: OpaquePointer, _ units: [UInt16], into key: inout Data) -> Int {
    key.withUnsafeMutableBytes { bytes in
      let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
      return Int(swift_ucol_getSortKey(collator, units, Int32(units.count), start, Int32(bytes.count)))
    }
  }
}

extension Collator {
  /// The locale that a person's environment asks lists to be sorted by: the first that is set of `LC_ALL`, `LC_COLLATE`
  /// and `LANG`, without the character set behind it. `root` where that is none, `C` or `POSIX`.
  static func locale(in environment: [String: String]) -> String {
    let named = ["LC_ALL", "LC_COLLATE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    let locale = named?.prefix { $0 != "." && $0 != "@" } ?? ""
    return ["", "C", "POSIX"].contains(locale) ? "root" : String(locale)
  }
}
