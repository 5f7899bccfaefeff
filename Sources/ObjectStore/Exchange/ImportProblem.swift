public import Errors
import Foundation
internal import GRDB
public import Text

/// What is wrong with a row, or with a text that rows were read from.
public enum ImportFault: DescribedError, Hashable {
  /// The text is malformed.
  case text(TextError)
  /// The store does not take it.
  case store(StoreError)
  /// It cannot be told what it is about, or it is there already.
  case exchange(ExchangeError)
  /// It leads to a record, by a relationship of an entity, that is neither there nor in the import.
  case leadsNowhere(relationship: String, id: UUID)
  /// It says that a sum is something else than its parts add up to.
  case partsDiffer(attribute: String, value: AttributeValue, found: AttributeValue)
  /// The lines of a ledger do not come to what the record stands for.
  case unbalanced(entity: String, lines: String, found: Int64, expected: Int64)
  /// Something else that went wrong meanwhile, as the system says it.
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
        "the \(Entity.words(of: entity))’s \(lines) come to \(found), and should come to \(expected); "
          + "import the \(Entity.words(of: entity))s without the \(lines.split(separator: " ").last ?? "lines"), "
          + "which follow from them")
    case .system(let words): .init(.fault, words)
    }
  }
}

/// A row that could not be imported.
public struct ImportProblem: Hashable, Sendable {
  /// The file.
  public let source: String
  /// The line in which the row begins, from 1.
  public let line: Int
  /// The place in that line where the text is malformed, from 1, in Unicode scalars; nil where a row could be read.
  public let column: Int?
  /// Which object of a JSON text it is, from 1; nil for CSV, whose lines say so.
  public let record: Int?
  /// What the row calls its record; nil if it does not say so, or could not be read.
  public let name: String?
  /// What is wrong.
  public let fault: ImportFault

  /// Whether all that is wrong is that the catalog has a record that is all the row says.
  public var isRepeat: Bool {
    if case .exchange(.present) = fault { true } else { false }
  }

  /// The name that stands in the text and is not known, and those that are, for who wants to say which was meant.
  public var unknownName: (name: String, known: [String])? {
    if case .store(.unknownName(_, let name, let known)) = fault { (name, known) } else { nil }
  }

  /// What rows that are wrong in the same way have in common; nil for a fault of the row alone.
  public var likeness: Likeness? {
    switch fault {
    case .exchange(.present): .repeats
    case .text(let error) where error.fault == .notUTF8: .notUTF8
    case .store(.unknownName(let entity, let name, _)): .column("\(entity).\(name)")
    case .store(.refused(let refusal)):
      switch refusal.objection {
      case .form, .writtenAs, .number: .value("\(refusal.entity).\(refusal.attribute)")
      default: nil
      }
    default: nil
    }
  }

  /// A way in which many rows of a file may be wrong, because the whole file or one of its columns is.
  public enum Likeness: Hashable, Sendable {
    /// The catalog has such records already.
    case repeats
    /// Text that is not UTF-8.
    case notUTF8
    /// A name that the entity does not have, with the entity.
    case column(String)
    /// Values that do not read as those of an attribute, with the entity.
    case value(String)
  }

  /// What is wrong, in a sentence.
  public var message: String { fault.message }

  /// What to do about it.
  public var remedy: Remedy? { fault.remedy }

  /// Where, what is wrong, and what to do about it where that is known.
  public var explanation: String { remedy.map { description + "; " + $0.suggestion } ?? description }
}

extension ImportProblem: CustomStringConvertible {
  /// `products.csv:7: …` or `products.csv:7:20: …`, which terminals and editors make a link of; of JSON, which may be all
  /// in one line, with the record: `products.json:1: record 4 (MUG-01): …`.
  public var description: String {
    let name = name.map { " (\($0.excerpt))" } ?? ""
    return "\(source):\(line):" + (column.map { "\($0):" } ?? "") + (record.map { " record \($0)\(name):" } ?? "")
      + " \(message)"
  }
}

extension ImportFault {
  /// Nil for an error that is not about the row that was to be taken, but about the store.
  init?(aboutRow error: any Error) {
    switch error {
    case let error as StoreError where error.isAboutRecord: self = .store(error)
    case let error as ExchangeError: self = .exchange(error)
    default: return nil
    }
  }

  /// Whatever went wrong with the store at `path`.
  init(_ error: any Error, at path: String) {
    let error = error is DatabaseError ? StoreError(error, at: path) : error
    self = ImportFault(aboutRow: error) ?? (error as? StoreError).map(ImportFault.store) ?? .system("\(error)")
  }
}

extension Refusal {
  /// Whether declaring the decimal separator of the source can make its value readable.
  fileprivate var needsDecimal: Bool {
    switch objection {
    case .number(.ambiguousNumber), .number(.undeclaredDecimal): true
    default: false
    }
  }
}

extension StoreError {
  /// Whether it is about what was to be saved, and not about the store.
  var isAboutRecord: Bool {
    switch self {
    case .refused, .sumRefused, .ruleBroken, .tooFew, .unknownName, .danglingReference, .ambiguous, .notFound: true
    default: false
    }
  }
}
