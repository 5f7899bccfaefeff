import ImageCodecs
import Rendering

extension OpenFile {
  /// Opens a file that the user named.
  convenience init(named path: String, limits: PhotoLimits) throws(PackshotError) {
    do throws(RenderingError) {
      try self.init(meant: path, limits: limits)
    } catch {
      throw .rendering(error)
    }
  }
}

extension EncodedImage {
  /// Reads a file that the user named.
  static func contents(ofFile path: String, limits: PhotoLimits = PhotoLimits()) throws(PackshotError) -> EncodedImage {
    do throws(RenderingError) {
      return try OpenFile(meant: path, limits: limits).content()
    } catch {
      throw .rendering(error)
    }
  }
}
