import Catalog
import Files
import Foundation
import ObjectStore

extension KnownRendition {
  /// Whether a file is as recorded, judged by its status or else by its content. The content is hashed only if the size
  /// matches.
  func isRecord(of status: FileStatus, sha256: @autoclosure () -> String?) -> Bool {
    stamp.isSure(of: status) || (Int64(status.byteCount) == stamp.bytes && sha256() == self.sha256)
  }

  /// Returns the status of the picture's file if it is unmodified and inside the output folder with links resolved.
  ///
  /// - Parameter place: Absolute path of the file. `folder` is absolute too.
  func statusAsMade(at place: String, in folder: String) -> FileStatus? {
    guard let status = FileStatus(path: place), OutputTree.isFile(place, in: folder),
      isRecord(of: status, sha256: Files.sha256(ofFile: place))
    else { return nil }
    return status
  }
}
