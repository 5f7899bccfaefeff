import PixelCore
import Synchronization

/// Images that filters make once and use for every photo: a badge drawn, or a source scaled into its frame.
///
/// Whoever renders many photos with the same sources keeps one of these for all of them.
public final class SharedImages: Sendable {
  private let images = Mutex<[String: Image]>([:])

  public init() {}

  /// The image of this name, made by the first caller while others wait.
  ///
  /// - Parameter name: Says everything that decides its pixels: the filter, its parameters, the pixel format.
  func image<E: Error>(_ name: String, make: () throws(E) -> Image) throws(E) -> Image {
    try images.withLock { (images) throws(E) in
      if let image = images[name] { return image }
      let image = try make()
      images[name] = image
      return image
    }
  }
}
