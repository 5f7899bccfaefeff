import Filters
import ImageCodecs
import PixelCore
import Rendering

/// Reads pictures at the size at which their placeholders and dominant colours are computed.
struct SmallPictures: Sendable {
  /// Maximum width and height in pixels.
  static let side = 96

  private let rendering: ImageRendering
  private let limits: PhotoLimits
  private let workers: WorkerPool

  /// - Parameter workers: The worker processes that decode the pictures.
  init(limits: PhotoLimits, workers: WorkerPool) throws {
    (self.limits, self.workers) = (limits, workers)
    let small = Resize(width: Self.side, height: Self.side, mode: .contain, enlarge: false)
    rendering = try ImageRendering("a small picture", [small], limits: limits)
  }

  /// Returns an upright image in 8-bit encoded sRGB.
  func image(at path: String) throws -> Image {
    let file = try OpenFile(named: path, limits: limits)
    return try workers.read(file, limits: limits) { try rendering.image(of: file, $0, with: $1) }
  }
}
