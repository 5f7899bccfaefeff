import Foundation
internal import GRDB

/// What keeps an edit from being undone or redone. Nothing was changed.
public struct UndoConflict: Hashable, Sendable {
  /// What stands in the way of a record.
  public enum Obstacle: Hashable, Sendable {
    /// An attribute, or a to-one relationship, has been changed since to what was `found`.
    case changed(String, found: AttributeValue)
    /// The record has been removed since.
    case removed
    /// The record has been added since.
    case added
    /// Another record of the same entity has this value of a unique attribute by now.
    case taken(String, AttributeValue)
    /// The record has been linked to `target` since.
    case linked(relationship: String, target: UUID)
    /// The record's link to `target` has been taken away since.
    case unlinked(relationship: String, target: UUID)
    /// The record would refer to `target`, which has been removed since.
    case dangling(relationship: String, target: UUID)
    /// The record would be removed, but another has come to refer to it since.
    case held(by: String, holder: UUID, relationship: String)
    /// The record would be left with too few links.
    case tooFew(relationship: String)
    /// An aggregate of the record would come to a value that it may not have.
    case computed(String, AttributeValue, rule: String)
    /// The record would break another rule of the database; SQLite's words.
    case refused(String)
  }

  /// What the edit was called.
  public let label: String
  /// Whether it was to be undone or redone.
  public let step: HistoryStep
  /// The record's entity.
  public let entity: String
  /// The record's id.
  public let id: UUID
  /// What is in the way.
  public let obstacle: Obstacle

  /// What is in the way and of what, for the person at the terminal.
  public var message: String {
    let outcome = step == .undo ? "undone" : "redone"
    return "“\(label)” cannot be \(outcome), because \(reason)"
  }

  /// What is in the way, without of what.
  var reason: String {
    let record = "\(entity) \(id.text)"
    return switch obstacle {
    case .changed(let name, let found): "\(entity).\(name) of \(id.text) has been changed since, to \(found)"
    case .removed: "\(record) has been removed since"
    case .added: "\(record) has been added since"
    case .taken(let name, let value): "\(record) would need the \(name) \(value), which another \(entity) has now"
    case .linked(let name, let target): "\(target.text) has been added to \(entity).\(name) of \(id.text) since"
    case .unlinked(let name, let target):
      "\(target.text) has been taken out of \(entity).\(name) of \(id.text) since"
    case .dangling(let name, let target):
      "\(entity).\(name) of \(id.text) would refer to \(target.text), which has been removed since"
    case .held(let holder, let holderID, let name): "\(holder).\(name) of \(holderID.text) refers to \(record) now"
    case .tooFew(let name): "\(record) would be left without \(name); give it another first"
    case .computed(let name, let value, let rule): "\(entity).\(name) of \(id.text) would be \(value); \(rule)"
    case .refused(let reason): "\(record) would break a rule of the database: \(reason)"
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

  /// Puts a conflict in the words of the model; the tables are the model's own.
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
        column, AttributeValue(value, as: attribute.type) ?? .null, rule: attribute.rule?.description ?? "")
    case .constraint(let reason): return .refused(reason)
    }
  }

  /// The one of some columns that says most, and its value: an attribute that people set, else a relationship, else
  /// what was computed from others.
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
  /// The value of a column that no attribute declares.
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
