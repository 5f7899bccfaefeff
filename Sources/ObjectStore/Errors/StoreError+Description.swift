public import Errors
import Foundation

extension StoreError: DescribedError {
  public var code: ErrorCode {
    switch self {
    case .missing, .replaced, .notFound, .ambiguous, .noSuchGroup, .lost: .missing
    case .cannotRestore(_, .ownFile): .option
    case .cannotRestore: .catalog
    case .notAStore, .newerThanSupported, .missingColumns, .outdated, .damaged: .catalog
    case .refused, .sumRefused, .notEditable, .tooFew, .denied, .danglingReference, .nothingToUndo, .nothingToRedo,
      .undoneAlready, .undoConflict:
      .refused
    case .ruleBroken(let rule): rule.error.code
    case .givenTwice: .option
    case .unknownName, .notSearched, .notNamed: .unknownName
    case .unusableModel(let error): error.code
    case .unreadableCondition: .condition
    case .exists: .exists
    case .busy, .locked, .inUse, .tracesLeft: .locked
    case .cannotWrite, .cannotBackUp, .readOnly: .cannotWrite
    case .nested, .cancelled, .fault: .fault
    }
  }

  public var reason: String {
    switch self {
    case .missing: "no-catalog"
    case .notAStore: "not-a-catalog"
    case .newerThanSupported: "newer-than-supported"
    case .missingColumns: "missing-columns"
    case .outdated: "outdated"
    case .unusableModel(let error): error.reason
    case .replaced: "replaced"
    case .damaged: "damaged"
    case .refused(let refusal): refusal.objection.reason
    case .sumRefused: "sum-out-of-range"
    case .notEditable: "not-editable"
    case .givenTwice: "given-twice"
    case .denied: "held-by-others"
    case .ruleBroken(let rule): rule.error.reason
    case .tooFew: "too-few"
    case .unknownName: "unknown-name"
    case .notSearched: "not-searched"
    case .notNamed: "not-named"
    case .unreadableCondition(let error): error.reason
    case .lost: "lost-data"
    case .danglingReference: "dangling-reference"
    case .ambiguous: "ambiguous"
    case .notFound: "not-found"
    case .nothingToUndo: "nothing-to-undo"
    case .nothingToRedo: "nothing-to-redo"
    case .noSuchGroup: "no-such-edit"
    case .undoneAlready: "undone-already"
    case .undoConflict: "undo-conflict"
    case .busy: "busy"
    case .locked: "locked"
    case .inUse: "in-use"
    case .tracesLeft: "traces-left"
    case .exists: "exists"
    case .cannotWrite: "cannot-write"
    case .cannotBackUp: "cannot-back-up"
    case .cannotRestore: "cannot-restore"
    case .readOnly: "read-only"
    case .nested: "nested"
    case .cancelled: "cancelled"
    case .fault: "fault"
    }
  }

  public var facts: Facts {
    switch self {
    case .missing(let path), .outdated(let path), .replaced(let path), .busy(let path), .exists(let path),
      .tracesLeft(let path), .nested(let path):
      ["path": .text(path)]
    case .notAStore(let path, let why): ["path": .text(path), "found": .text("\(why)")]
    case .newerThanSupported(let path, let found, let supported):
      ["path": .text(path), "found": .count(found), "supported": .count(supported)]
    case .missingColumns(let path, let names): ["path": .text(path), "missing": .texts(names)]
    case .unusableModel(let error): error.facts
    case .notSearched(let entity), .notNamed(let entity): ["entity": .text(entity)]
    case .damaged(let path, let finding): ["path": .text(path), "finding": .text(finding)]
    case .refused(let refusal):
      [
        "entity": .text(refusal.entity), "attribute": .text(refusal.attribute), "value": .text("\(refusal.value)"),
        "rule": .text("\(refusal.objection)"),
      ]
    case .sumRefused(let entity, let attribute, let rule):
      ["entity": .text(entity), "attribute": .text(attribute), "rule": rule.map { .text("\($0)") }]
    case .notEditable(let entity, let name, let value, let editable):
      ["entity": .text(entity), "attribute": .text(name), "value": .text(value), "editable": .texts(editable)]
    case .givenTwice(let entity, let name, let value):
      ["entity": .text(entity), "attribute": .text(name), "value": .text(value)]
    case .denied(let denial):
      [
        "entity": .text(denial.entity), "name": .text(denial.name), "relationship": .text(denial.relationship),
        "count": .count(denial.count), "holders": .texts(denial.holders),
      ]
    case .ruleBroken(let rule): rule.error.facts
    case .tooFew(let entity, let name, let relationship, _):
      ["entity": .text(entity), "name": .text(name), "relationship": .text(relationship)]
    case .unknownName(let entity, let name, let known):
      ["entity": .text(entity), "name": .text(name), "known": .texts(known)]
    case .unreadableCondition(let error): error.facts
    case .lost(let path, let loss): ["path": .text(path), "found": .text("\(loss)")]
    case .danglingReference(let entity, let id): ["entity": .text(entity), "id": .text(id.text)]
    case .ambiguous(let entity, let query, let count, let candidates):
      ["entity": .text(entity), "query": .text(query), "count": .count(count), "candidates": .texts(candidates)]
    case .notFound(let entity, let query, let similar):
      ["entity": .text(entity), "query": .text(query), "similar": similar.isEmpty ? nil : .texts(similar)]
    case .locked(let path, let locker), .inUse(let path, let locker):
      [
        "path": .text(path), "process": locker.map { .count(Int($0.process)) },
        "program": locker?.program.map { .text($0) },
      ]
    case .noSuchGroup(let number): ["edit": .count(number)]
    case .undoneAlready(let number, let label): ["edit": .count(number), "label": .text(label)]
    case .undoConflict(let conflict): conflict.facts
    case .cannotWrite(let path, let obstacle): ["path": .text(path), "why": .text("\(obstacle)")]
    case .cannotBackUp(let path, let obstacle): ["path": .text(path), "why": .text("\(obstacle)")]
    case .cannotRestore(let path, let obstacle): ["path": .text(path), "why": .text("\(obstacle)")]
    case .readOnly(let path, let protection): ["path": .text(path), "protection": .text("\(protection)")]
    case .fault(let words): ["database": .text(words)]
    case .nothingToUndo, .nothingToRedo, .cancelled: [:]
    }
  }

  public var remedy: (any Remedy)? {
    switch self {
    case .missing: StoreRemedy.makeStore
    case .newerThanSupported: StoreRemedy.useNewerVersion
    case .missingColumns: StoreRemedy.addMigration
    case .outdated: StoreRemedy.openToWrite
    case .unusableModel(let error): error.remedy
    case .refused(let refusal):
      if case .increment(let text) = refusal.objection {
        StoreRemedy.addToValue(entity: refusal.entity, attribute: refusal.attribute, text: text)
      } else {
        nil
      }
    case .notEditable(_, _, _, let editable): StoreRemedy.editOther(editable)
    case .givenTwice: StoreRemedy.giveOneValue
    case .denied(let denial): denial.instead?.remedy
    case .ruleBroken(let rule): rule.error.remedy
    case .tooFew(_, _, let relationship, .keepsOne): StoreRemedy.linkAnotherFirst(relationship: relationship)
    case .tooFew(_, _, let relationship, _): StoreRemedy.linkOne(relationship: relationship)
    case .unreadableCondition(let error): error.remedy
    case .ambiguous: StoreRemedy.giveID
    case .notFound(_, _, let similar): similar.isEmpty ? nil : StoreRemedy.takeSimilar(similar)
    case .noSuchGroup: StoreRemedy.listHistory
    case .undoneAlready: StoreRemedy.redo
    case .busy, .locked, .inUse: StoreRemedy.tryLater
    case .tracesLeft: StoreRemedy.forgetAgain
    case .exists: StoreRemedy.allowReplacing
    case .cannotWrite(let path, .unreadableLog): StoreRemedy.copyWithLog(path: path)
    case .cannotWrite(_, .unfinishedTransaction): StoreRemedy.openToWrite
    case .cannotBackUp(_, .damaged): StoreRemedy.verify
    case .cannotBackUp(_, .ownFile), .cannotRestore: StoreRemedy.nameAnotherFile
    case .cannotBackUp(_, .folder): StoreRemedy.nameFileInFolder
    case .readOnly(let path, _): StoreRemedy.copyToChange(path: path)
    case .nested: StoreRemedy.useGiven
    case .notAStore, .replaced, .damaged, .sumRefused, .unknownName, .notSearched, .notNamed, .lost,
      .danglingReference, .nothingToUndo, .nothingToRedo, .undoConflict, .cannotWrite, .cannotBackUp, .cancelled,
      .fault:
      nil
    }
  }

  public var message: String {
    switch self {
    case .missing(let path): "there is no catalog at \(path)"
    case .notAStore(let path, let why): "\(path) is not a packshot catalog: \(why)"
    case .replaced(let path): "the catalog at \(path) was removed or replaced"
    case .newerThanSupported(let path, let found, let supported):
      "\(path) has schema version \(found), but this packshot reads versions up to \(supported)"
    case .missingColumns(let path, let names):
      "the catalog \(path) lacks what its model has: \(names.joined(separator: ", "))"
    case .outdated(let path):
      "the catalog \(path) was last written by another version of packshot, so it cannot be watched yet"
    case .unusableModel(let error): error.message
    case .damaged(let path, let finding): "the catalog \(path) is damaged: \(finding)"
    case .refused(let refusal) where refusal.objection.isWholeSentence: refusal.objection.description
    case .refused(let refusal): "\(refusal.entity).\(refusal.attribute) is \(refusal.value); \(refusal.objection)"
    case .sumRefused(let entity, let attribute, let rule):
      "this would break the rule for \(entity).\(attribute): \(rule?.description ?? "")"
    case .notEditable(let entity, let name, let value, _):
      "\(entity).\(name) is \(AttributeValue.string(value)); packshot maintains it"
    case .givenTwice(_, let name, let value): "\(name)=\(value) is a second value for \(name)"
    case .denied(let denial):
      "\(denial.entity) “\(denial.name)” cannot be removed, because it has \(denial.relationship): "
        + Self.list(denial.holders, of: denial.count)
    case .ruleBroken(let rule): rule.error.message
    case .tooFew(let entity, let name, let relationship, .keepsOne):
      "\(entity) “\(name)” would be left without \(relationship)"
    case .tooFew(let entity, let name, let relationship, _): "\(entity) “\(name)” would have no \(relationship)"
    case .unknownName(let entity, let name, let known):
      "\(entity) has no “\(name)”; it has \(known.joined(separator: ", "))"
    case .notSearched(let entity): "\(entity) declares no attributes for searches to look through"
    case .notNamed(let entity): "\(entity) has no case-blind unique key, by which a record is found by its name"
    case .unreadableCondition(let error): error.message
    case .lost(let path, let loss): "the data in \(path) is lost: \(loss)"
    case .danglingReference(let entity, let id):
      "\(entity) \(id.text) refers to a record that is not in the catalog"
    case .ambiguous(let entity, let query, let count, let candidates):
      "“\(query)” matches \(count) \(entity) records: \(Self.list(candidates, of: count))"
    case .notFound(let entity, let query, _): "there is no \(Entity.words(of: entity)) “\(query)” in the catalog"
    case .nothingToUndo: "there is nothing to undo"
    case .nothingToRedo: "there is nothing to redo"
    case .noSuchGroup(let id): "the history has no edit \(id)"
    case .undoneAlready(let number, let label): "edit \(number), \(label.quoted), has already been undone"
    case .undoConflict(let conflict): conflict.message
    case .busy(let path): "the catalog \(path) is being written to by another process"
    case .locked(let path, let locker):
      "the catalog \(path) is locked: \(locker?.words ?? "another process") holds an exclusive lock on it"
    case .inUse(let path, let locker):
      "the catalog \(path) cannot be replaced: \(locker?.words ?? "another process") has it open"
    case .tracesLeft(let path):
      "what was forgotten is gone from the records of \(path), but its files may still have it, because another process is using them"
    case .exists(let path): "\(path) already exists"
    case .cannotWrite(let path, let obstacle): "the catalog \(path) cannot be opened or written: \(obstacle)"
    case .cannotBackUp(let path, let obstacle): "the backup cannot be written to \(path): \(obstacle)"
    case .cannotRestore(let path, let obstacle): "the backup \(path) cannot be restored: \(obstacle)"
    case .readOnly(let path, let protection): "the catalog \(path) is read-only, because \(protection)"
    case .nested(let path): "the catalog \(path) is called within a read or an edit of its own"
    case .cancelled: "the task that asked was cancelled"
    case .fault(let words): "the catalog's own SQL failed: \(words)"
    }
  }

  private static func list(_ first: [String], of count: Int) -> String {
    first.joined(separator: ", ") + (count > first.count ? " and \(count - first.count) more" : "")
  }
}

extension StoreLocker {
  /// As the subject of a sentence: “sqlite3 (process 4711)”.
  fileprivate var words: String { program.map { "\($0) (process \(process))" } ?? "process \(process)" }
}
