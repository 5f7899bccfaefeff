public import Errors
import Foundation
internal import GRDB
public import Text

/// The fault of a row, or of a text that rows were read from.
public enum ImportFault: DescribedError, Hashable {
  /// The text is malformed.
  case text(TextError)
  /// The store refuses the row.
  case store(StoreError)
  /// The row's entity or record is unclear, or the record exists already.
  case exchange(ExchangeError)
  /// A relationship leads to a record that is neither in the store nor in the import.
  case leadsNowhere(relationship: String, id: UUID)
  /// The value of a sum differs from the sum of its parts.
  case partsDiffer(attribute: String, value: AttributeValue, found: AttributeValue)
  /// The lines in a ledger don't match the record.
  case unbalanced(entity: String, lines: String, found: Int64, expected: Int64)
  /// Another error, with the system's message.
  case system(String)

  public var descriptor: ErrorDescriptor {
    switch self {
    case .text(let error): ErrorDescriptor(error).with(remedy: error.fault == .notUTF8 ? .giveEncoding : nil)
    case .store(.refused(let refusal)) where refusal.needsDecimal:
      ErrorDescriptor(StoreError.refused(refusal)).with(remedy: .declareDecimal)
    case .store(let error): .init(error)
    case .exchange(let error): .init(error)
    case .leadsNowhere(let relationship, let id):
      .init(.refused, "\(relationship) is \(id.text), which is neither in the catalog nor in the import")
    case .partsDiffer(let attribute, let value, let found):
      .init(.refused, "\(attribute) is \(value) here, but its parts add up to \(found)")
    case .unbalanced(let entity, let lines, let found, let expected):
      .init(
        .refused,
        "the \(Entity.words(of: entity))’s \(lines) add up to \(found) instead of \(expected); "
          + "import the \(Entity.words(of: entity))s without the \(lines.split(separator: " ").last ?? "lines"), "
          + "which are derived from them")
    case .system(let words): .init(.fault, words)
    }
  }
}

/// A row that could not be imported.
public struct ImportProblem: Hashable, Sendable {
  /// Path of the file.
  public let source: String
  /// The line that the row begins in, from 1.
  public let line: Int
  /// The column of malformed text in that line, from 1, in Unicode scalars; nil if the row could be read.
  public let column: Int?
  /// The number of the object in a JSON text, from 1; nil for CSV, where the line is sufficient.
  public let record: Int?
  /// The name that the row gives its record; nil if there is none, or the row could not be read.
  public let name: String?
  /// What is wrong.
  public let fault: ImportFault

  /// Whether the only problem is that the catalog already has a record with all values in the row.
  public var isRepeat: Bool {
    if case .exchange(.present) = fault { true } else { false }
  }

  /// The unknown name in the text and the existing names, for suggestions.
  public var unknownName: (name: String, known: [String])? {
    if case .store(.unknownName(_, let name, let known)) = fault { (name, known) } else { nil }
  }

  /// The problem that this row shares with others; nil if the problem concerns only this row.
  public var likeness: Likeness? {
    switch fault {
    case .exchange(.present): .repeats
    case .text(let error) where error.fault == .notUTF8: .notUTF8
    case .store(.unknownName(let entity, let name, _)): .column("\(entity).\(name)")
    case .store(.refused(let refusal)):
      switch refusal.reason {
      case .form, .writtenAs, .number: .value("\(refusal.entity).\(refusal.attribute)")
      default: nil
      }
    default: nil
    }
  }

  /// A problem that many rows of a file can have, because it concerns the whole file or one of its columns.
  public enum Likeness: Hashable, Sendable {
    /// The catalog already has records with all values in the rows.
    case repeats
    /// The text is not UTF-8.
    case notUTF8
    /// The entity has no such attribute or relationship. The text is of the form `Entity.name`.
    case column(String)
    /// Values don't have the form of an attribute's values. The text is of the form `Entity.attribute`.
    case value(String)
  }

  /// The problem as a sentence.
  public var message: String { fault.message }

  /// What to do about the problem, if known.
  public var remedy: Remedy? { fault.remedy }

  /// The place, the problem, and what to do about it if known.
  public var explanation: String { remedy.map { description + "; " + $0.suggestion } ?? description }
}

extension ImportProblem: CustomStringConvertible {
  /// `products.csv:7: …` or `products.csv:7:20: …`, which terminals and editors recognise as a link. For JSON, whose
  /// text may be a single line, also the record: `products.json:1: record 4 (MUG-01): …`.
  public var description: String {
    let name = name.map { " (\($0.excerpt))" } ?? ""
    return "\(source):\(line):" + (column.map { "\($0):" } ?? "") + (record.map { " record \($0)\(name):" } ?? "")
      + " \(message)"
  }
}

extension ImportFault {
  /// Creates the fault for an error about a row; nil if the error concerns the store instead.
  init?(aboutRow error: any Error) {
    switch error {
    case let error as StoreError where error.isAboutRecord: self = .store(error)
    case let error as ExchangeError: self = .exchange(error)
    default: return nil
    }
  }

  /// Creates the fault for any error of the store at `path`.
  init(_ error: any Error, at path: String) {
    let error = error is DatabaseError ? StoreError(error, at: path) : error
    self = ImportFault(aboutRow: error) ?? (error as? StoreError).map(ImportFault.store) ?? .system("\(error)")
  }
}

extension InvalidValue {
  /// Whether declaring the decimal separator of the source can make the value readable.
  fileprivate var needsDecimal: Bool {
    switch reason {
    case .number(.ambiguousNumber), .number(.undeclaredDecimal): true
    default: false
    }
  }
}

extension StoreError {
  /// Whether the error concerns the saved record instead of the store.
  var isAboutRecord: Bool {
    switch self {
    case .refused, .sumRefused, .ruleBroken, .tooFew, .unknownName, .danglingReference, .ambiguous, .notFound: true
    default: false
    }
  }
}
