import Foundation
import PackshotKit

extension Terminal {
  /// The terminal to show a picture in.
  ///
  /// - Parameters:
  ///   - file: Where the picture goes as well. Without a terminal to show it in, it goes there alone, and the result is
  ///     nil.
  ///   - warn: Told in that case why nothing is shown.
  /// - Throws: `PackshotError.noPreview` where the picture would be seen nowhere.
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
