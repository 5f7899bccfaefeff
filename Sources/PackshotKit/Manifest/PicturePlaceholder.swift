import Foundation
import ImageCodecs
import PixelCore
import PixelKernels

/// What a page shows in place of a picture until the picture is loaded, in two forms.
struct PicturePlaceholder: Sendable {
  /// A ``ThumbHash`` in Base64, for pages with a script that draws it.
  let thumbHash: String
  /// A small version of the picture as a `data:` address, which needs no script.
  ///
  /// It is a WebP: the headers of a JPEG or PNG alone are larger than most of these files.
  let dataAddress: String

  /// Maximum width and height of the small version in pixels.
  static let side = 24
  private static let coding = EncodeOptions.Coding.webp(quality: 50, effort: 6)

  /// - Parameter image: An upright image in 8-bit encoded sRGB of at most 100 × 100 pixels.
  init(of image: Image) throws {
    let size = image.size
    let pixels = try image.converted(to: .encodedPremultiplied).pixels
    thumbHash = Data(ThumbHash(premultiplied: pixels, size: size).bytes).base64EncodedString()

    let isOpaque = stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 255 }
    let small = Self.scaled(size)
    let file = try Image(
      pixels: Self.means(of: pixels, size, small), size: small,
      format: isOpaque ? .encodedOpaque : .encodedPremultiplied
    ).encoded(Self.coding)
    dataAddress = "data:\(WebP.mediaType);base64,\(Data(file).base64EncodedString())"
  }

  private static func scaled(_ size: PixelSize) -> PixelSize {
    let longest = max(size.width, size.height)
    if longest <= side { return size }
    func scaled(_ length: Int) -> Int { max(1, (2 * length * side + longest) / (2 * longest)) }
    return PixelSize(width: scaled(size.width), height: scaled(size.height))
  }

  /// Returns a picture whose pixels are the rounded means of equal cells of the larger picture.
  private static func means(of pixels: [UInt8], _ size: PixelSize, _ small: PixelSize) -> [UInt8] {
    var means: [UInt8] = []
    means.reserveCapacity(4 * small.pixelCount)
    for y in 0..<small.height {
      let rows = y * size.height / small.height..<(y + 1) * size.height / small.height
      for x in 0..<small.width {
        let columns = x * size.width / small.width..<(x + 1) * size.width / small.width
        let count = rows.count * columns.count
        for channel in 0..<4 {
          var sum = 0
          for row in rows {
            for column in columns { sum += Int(pixels[4 * (row * size.width + column) + channel]) }
          }
          means.append(UInt8((sum + count / 2) / count))
        }
      }
    }
    return means
  }
}
