import Catalog
import Files
import Foundation
import ObjectStore

extension KnownRendition {
  /// Whether a file is as it was recorded: by its status, or else by its content, which is asked for only where the length fits.
  func isRecord(of status: FileStatus, sha256: @autoclosure () -> String?) -> Bool {
    stamp.isSure(of: status) || (Int64(status.byteCount) == stamp.byteCount && sha256() == self.sha256)
  }

  /// The status of its file, if that is still as it was made and lies in the output folder, not behind a link that leads out.
  ///
  /// - Parameter place: Where the file is, from the root, as is `folder`.
  func statusAsMade(at place: String, in folder: String) -> FileStatus? {
    guard let status = FileStatus(path: place), OutputFolder.isFile(place, in: folder),
      isRecord(of: status, sha256: Files.sha256(ofFile: place))
    else { return nil }
    return status
  }
}
