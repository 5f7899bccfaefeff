import ArgumentParser
import Glibc
import PackshotKit

/// What the program ends with: BSD's sysexits where one fits.
enum ExitStatus {
  static let someFailed: Int32 = 1
  static let wrongUsage: Int32 = 64
  static let refused: Int32 = 65
  static let missing: Int32 = 66
  static let ownFault: Int32 = 70
  static let cannotWrite: Int32 = 74
  static let locked: Int32 = 75

  /// Prints what went wrong, and ends the program with the status for it.
  static func fail(_ error: any Error, json: Bool = false) -> Never {
    let problem = Problem(error)
    if json { print(JSON.object([("event", .text("error")), ("error", problem.json)])) }
    Console.error(problem.message)
    exit(problem.status)
  }
}

/// An error as people and programs are told of it.
struct Problem {
  let code: String
  let message: String
  let status: Int32

  var json: JSON { .object([("code", .text(code)), ("message", .text(message))]) }
}
