import Files
import Foundation

/// A text file that is written beside its destination, and moved there when it is complete and on the disk.
package final class ExportFile {
  private let path: String
  /// Nil after the file was moved into place or abandoned.
  private var unfinished: UnfinishedFile?
  private var buffer = Data()

  /// Begins the file for `path`.
  package init(_ path: String) throws(ExchangeError) {
    self.path = path
    do {
      unfinished = try UnfinishedFile(for: path)
    } catch {
      throw .cannotWrite(path: path, why: error.reason)
    }
    buffer.reserveCapacity(Self.blockSize * 2)
  }

  /// Appends text.
  package func write(_ text: String) throws(ExchangeError) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Self.blockSize { try flush() }
  }

  /// Moves the file into place.
  package func finish() throws(ExchangeError) {
    try flush()
    try attempt { file throws(SystemFailure) in
      try file.synchronize()
      try file.finish()
    }
    unfinished = nil
  }

  /// Deletes the temporary file, unless it was finished.
  package func abandon() { unfinished = nil }

  private func flush() throws(ExchangeError) {
    try attempt { file throws(SystemFailure) in
      try file.write(buffer)
    }
    buffer.removeAll(keepingCapacity: true)
  }

  private func attempt(_ body: (UnfinishedFile) throws(SystemFailure) -> Void) throws(ExchangeError) {
    do {
      if let unfinished { try body(unfinished) }
    } catch {
      throw .cannotWrite(path: path, why: error.reason)
    }
  }

  private static let blockSize = 256 * 1024
}
