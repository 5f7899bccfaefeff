public import Errors
import Foundation
internal import GRDB

/// The reason why an edit can't be undone or redone. Nothing was changed.
public struct UndoConflict: Hashable, Sendable {
  /// The obstacle for a record.
  public enum Obstacle: Hashable, Sendable {
    /// An attribute, or a to-one relationship, has been changed since. Its value is now `found`.
    case changed(String, found: AttributeValue)
    /// The record has been removed since.
    case removed
    /// The record has been added since.
    case added
    /// Another record of the same entity now has this value of a unique attribute.
    case taken(String, AttributeValue)
    /// The record has been linked to `target` since.
    case linked(relationship: String, target: UUID)
    /// The record's link to `target` has been removed since.
    case unlinked(relationship: String, target: UUID)
    /// The record would refer to `target`, which has been removed since.
    case dangling(relationship: String, target: UUID)
    /// The record would be removed, but another record now refers to it.
    case held(by: String, holder: UUID, relationship: String)
    /// The record would be left with too few links.
    case tooFew(relationship: String)
    /// An aggregate of the record would get a value that is not allowed.
    case computed(String, AttributeValue, rule: AttributeRule?)
    /// The record would break another rule of the database, with SQLite's message.
    case refused(String)
  }

  /// Label of the edit.
  public let label: String
  /// Whether the edit should be undone or redone.
  public let step: HistoryStep
  /// Entity of the record.
  public let entity: String
  /// The record's id.
  public let id: UUID
  /// The obstacle.
  public let obstacle: Obstacle

  /// The records as named in a sentence, by their IDs.
  public internal(set) var names: [UUID: String] = [:]

  /// The edit and the obstacle, as a sentence.
  public var message: String {
    "\(label.quoted) cannot be \(step == .undo ? "undone" : "redone"), because \(cause)"
  }

  /// The obstacle, as the end of a sentence.
  public var cause: String {
    let record = name(of: id)
    return switch obstacle {
    case .changed(let name, let found): "\(property(name, found)) has been changed since, to \(shown(found))"
    case .removed: "\(record) has been removed since"
    case .added: "\(record) has been added since"
    case .taken(let name, let value):
      "\(record) would need the \(name) \(value), which another \(Entity.words(of: entity)) has now"
    case .linked(let name, let target): "\(self.name(of: target)) has been added to the \(name) of \(record) since"
    case .unlinked(let name, let target):
      "\(self.name(of: target)) has been taken out of the \(name) of \(record) since"
    case .dangling(_, let target): "\(record) would refer to \(self.name(of: target)), which has been removed since"
    case .held(_, let holder, _): "\(name(of: holder)) refers to \(record) now"
    case .tooFew(let name): "\(record) would be left without \(name); give it another first"
    case .computed(let name, let value, let rule):
      "the \(name) of \(record) would be \(value); \(rule?.description ?? "")"
    case .refused(let reason): "\(record) would break a rule of the database: \(reason)"
    }
  }

  /// Returns the attribute or relationship of the record in words. If the attribute is the record's name, the record is
  /// not named.
  private func property(_ name: String, _ found: AttributeValue) -> String {
    guard case .string(let text) = found, names[id] == "\(Entity.words(of: entity)) \(text.quoted)" else {
      return "the \(name) of \(self.name(of: id))"
    }
    return "the \(Entity.words(of: entity))'s \(name)"
  }

  private func shown(_ value: AttributeValue) -> String {
    if case .uuid(let id) = value { name(of: id) } else { value.description }
  }

  private func name(of id: UUID) -> String { names[id] ?? id.text }
}

extension UndoConflict: DetailedValue {
  /// The edit, the record, and the obstacle.
  public var details: Details { ["label": label, "entity": entity, "id": id, "cause": cause] }
}

extension UndoConflict {
  /// Returns the conflict with the names of its records.
  func named(in model: Model, _ db: Database) -> UndoConflict {
    let all = RecordNames(model, db)
    var named = self
    for (name, id) in records(in: model) {
      guard let entity = model.entity(name) else { continue }
      // A missing name must not prevent the message.
      named.names[id] = (try? all.name(of: entity, id)) ?? "\(entity.words) \(id.text)"
    }
    return named
  }

  /// Returns the records concerned, with their entities.
  private func records(in model: Model) -> [(entity: String, id: UUID)] {
    let destination = { (name: String) in model.entity(entity)?.relationship(name)?.destination ?? "" }
    return switch obstacle {
    case .changed(let name, .uuid(let target)): [(entity, id), (destination(name), target)]
    case .linked(let name, let target), .unlinked(let name, let target), .dangling(let name, let target):
      [(entity, id), (destination(name), target)]
    case .held(let holder, let holderID, _): [(entity, id), (holder, holderID)]
    default: [(entity, id)]
    }
  }
}

extension UndoConflict {
  init(_ broken: BrokenReference, _ step: HistoryStep, of label: String) {
    let relationship = broken.reference.relationship
    let owner = broken.reference.entity.name
    if broken.isTargetDeleted {
      let obstacle = Obstacle.held(by: owner, holder: broken.owner, relationship: relationship.name)
      self.init(label: label, step: step, entity: relationship.destination, id: broken.target, obstacle: obstacle)
    } else {
      let obstacle = Obstacle.dangling(relationship: relationship.name, target: broken.target)
      self.init(label: label, step: step, entity: owner, id: broken.owner, obstacle: obstacle)
    }
  }

  init(_ shortage: Shortage, _ step: HistoryStep, of label: String) {
    let obstacle = Obstacle.tooFew(relationship: shortage.relationship)
    self.init(label: label, step: step, entity: shortage.entity, id: shortage.owner, obstacle: obstacle)
  }

  /// Converts a conflict of tables to a conflict of the model's records.
  init(_ conflict: ChangeConflict, _ step: HistoryStep, of label: String, in model: Model) throws {
    if let entity = model.entities.first(where: { $0.table == conflict.table }) {
      let id = try UUID(id: conflict.key["id"], in: conflict.table)
      self.init(
        label: label, step: step, entity: entity.name, id: id, obstacle: Self.obstacle(to: entity, conflict.kind))
      return
    }
    guard let link = model.references.first(where: { $0.table == conflict.table }) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the history has a foreign table \(conflict.table)")
    }
    let target = try UUID(id: conflict.key[link.column], in: conflict.table)
    let obstacle: Obstacle =
      if case .present = conflict.kind {
        .linked(relationship: link.relationship.name, target: target)
      } else {
        .unlinked(relationship: link.relationship.name, target: target)
      }
    let id = try UUID(id: conflict.key[link.ownerColumn], in: conflict.table)
    self.init(label: label, step: step, entity: link.entity.name, id: id, obstacle: obstacle)
  }

  private static func obstacle(to entity: Entity, _ kind: ChangeConflict.Kind) -> Obstacle {
    switch kind {
    case .missing: return .removed
    case .present: return .added
    case .changed(let found):
      let (name, value) = named(found, in: entity)
      return .changed(name, found: value)
    case .taken(let columns, let row):
      let key = entity.uniqueKeys.first { Set($0.columns) == columns }
      let name = key?.attributes.first
      let (shown, value) = named(row.filter { name == nil ? columns.contains($0.key) : $0.key == name }, in: entity)
      return .taken(shown, value)
    case .computed(let column, let value):
      guard let attribute = entity.attribute(column) else { return .refused(column) }
      return .computed(
        column, AttributeValue(value, as: attribute.type) ?? .null, rule: attribute.rule)
    case .constraint(let reason): return .refused(reason)
    }
  }

  /// Returns the most informative of some columns, with its value: an attribute that people set, otherwise a
  /// relationship, otherwise a computed value.
  private static func named(_ values: [String: DatabaseValue], in entity: Entity) -> (String, AttributeValue) {
    for attribute in entity.attributes where !attribute.isDerived {
      if let value = values[attribute.name] {
        return (attribute.name, AttributeValue(value, as: attribute.type) ?? .null)
      }
    }
    for relationship in entity.relationships where !relationship.isToMany {
      if let value = values[relationship.column] {
        return (relationship.name, AttributeValue(value, as: .uuid) ?? .null)
      }
    }
    let name = values.keys.min() ?? ""
    return (name, values[name].map(AttributeValue.init(anyOf:)) ?? .null)
  }
}

extension AttributeValue {
  /// Creates the value of a column that is not an attribute.
  fileprivate init(anyOf stored: DatabaseValue) {
    self =
      switch stored.storage {
      case .null: .null
      case .int64(let number): .integer(number)
      case .double(let number): .real(number)
      case .string(let text): .string(text)
      case .blob(let bytes): .binary(bytes)
      }
  }
}
