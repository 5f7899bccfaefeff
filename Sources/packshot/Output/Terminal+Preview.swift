import Foundation
import PackshotKit

extension Terminal {
  /// Returns the terminal to show a picture in.
  ///
  /// - Parameters:
  ///   - file: Where the picture is also written. If there is no terminal that can show it, it is only written there,
  ///     and the result is nil.
  ///   - warn: Called with the reason if no terminal can show the picture.
  /// - Throws: `PackshotError.noPreview` if the picture would be neither shown nor written.
  static func forPreview(besides file: String?, warn: (String) -> Void) throws(PackshotError) -> Terminal? {
    do {
      return try standardOutput(environment: ProcessInfo.processInfo.environment)
    } catch {
      guard file != nil else { throw error }
      warn(error.message)
      return nil
    }
  }
}
