import Catalog
import Foundation
import ObjectStore
import TestSupport

/// A process of the storm: performs its operations one after another. If it is killed, it continues after the last operation
/// it performed.
struct Worker {
  let catalog: Catalog
  let process: Int
  let seed: UInt64
  let log: WorkerLog

  /// Performs the remaining operations of `count`.
  func run(_ count: Int) throws {
    var isUndone = false
    let first = try resume()
    for number in stride(from: first, through: count, by: 1) {
      var generator = SeededGenerator(seed: seed, process: process, number: number)
      let chosen = try catalog.read { try Operation.random(using: &generator, in: $0) }
      // An undone edit can be redone only until another edit is made.
      let step = Step(process: process, number: number, operation: isUndone ? .redo : chosen)
      let outcome = try perform(step)
      try log.append(LogLine(step, outcome))
      isUndone = step.operation == .undo && outcome.kind == .done && Bool.random(using: &generator)
    }
  }

  /// The first operation still to be performed. The history may contain the last one before a kill even if the log
  /// doesn't.
  private func resume() throws -> Int {
    let logged = try log.lines().map(\.step.number).max() ?? 0
    let steps = try catalog.store.history().map { try Step(label: $0.label) }
    guard let last = steps.filter({ $0.process == process }).max(by: { $0.number < $1.number }), last.number > logged
    else { return logged + 1 }
    try log.append(LogLine(last, Outcome(.found)))
    return last.number + 1
  }

  private func perform(_ step: Step) throws -> Outcome {
    do {
      switch step.operation {
      case .undo:
        try log.append(LogLine(step, Outcome(.begun)))
        return Outcome(.done, subject: try catalog.store.undo().label)
      case .redo: return Outcome(.done, subject: try catalog.store.redo().label)
      default:
        try catalog.edit(step.label) { try step.operation.perform(in: $0) }
        return Outcome(.done)
      }
    } catch Abandonment.nothingToDo {
      return Outcome(.nothing)
    } catch {
      let message = (error as? StoreError)?.message
      // A broken rule of the shop has its own reason.
      var reason = String("\(error)".prefix { $0.isLetter })
      if case StoreError.ruleBroken(let rule) = error { reason = rule.reason }
      return Outcome(.refused, reason: reason, message: message)
    }
  }
}
