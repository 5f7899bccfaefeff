import Parameters
import PixelCore
import PixelKernels

/// Where in a picture its product is, and what tells so.
public struct Content: Hashable, Sendable {
  /// What the product stands before.
  public enum Backdrop: Hashable, Sendable {
    /// Nothing: the picture is clear there.
    case clear
    /// One colour, or nearly.
    case flat(Color)
    /// A colour that changes across the picture with the light; the one that most of it is nearest to.
    case uneven(Color)
  }

  /// Why no product was found.
  public enum Reason: Hashable, Sendable {
    /// So many of a hundred cells along the border agree, and ``leastSupport`` have to.
    case noBackdrop(support: Int)
    /// There is nothing but the backdrop, or no more than dust.
    case nothingThere
  }

  /// What becomes of a soft shadow.
  public enum Shadow: String, ParameterChoice {
    /// It belongs to the product. Before an uneven backdrop it cannot be told from the light, and does not.
    case keep
    /// It does not.
    case drop
  }

  /// The smallest rectangle with the product in it: of pixels, or of the blocks of pixels that a large picture was reduced by.
  public let box: PixelRect
  public let backdrop: Backdrop

  /// Cells of a hundred that have to agree on a backdrop.
  public static let leastSupport = 50

  /// Bytes that ``find(in:shadow:kernels:)`` takes, beside the image.
  static func workingBytes(for size: PixelSize) -> Int { ReducedImage.workingBytes(for: size) }

  /// Finds the product in a whole image, in any format.
  package static func find(in band: RowBand, shadow: Shadow, kernels: Kernels) -> Result<Content, NotFound> {
    let image = ReducedImage(band, kernels: kernels)
    let clear = image.clearShareOfBorder
    if clear >= leastSupport {
      return found(SignificantParts(of: ContentMask(alphaOf: image)), in: image, of: band.shape.size, .clear)
    }
    let colors = image.colorsOverWhite
    let backdrop = Filters.Backdrop(of: image, colors)
    guard backdrop.support >= leastSupport else {
      return .failure(NotFound(reason: .noBackdrop(support: max(backdrop.support, clear))))
    }
    let isClean = backdrop.isFlat && backdrop.noise <= 6
    let mask =
      isClean && shadow == .keep
      ? ContentMask(distances: colors, of: image, to: backdrop)
      : ContentMask(contrasts: colors, of: image, before: backdrop)
    let pixel = backdrop.color
    let color = Color(
      red: UInt8(pixel & 0xFF), green: UInt8(pixel &>> 8 & 0xFF), blue: UInt8(pixel &>> 16 & 0xFF))
    return found(
      SignificantParts(of: mask), in: image, of: band.shape.size, backdrop.isFlat ? .flat(color) : .uneven(color))
  }

  /// That there is no product, and why.
  package struct NotFound: Error { package let reason: Reason }

  private static func found(
    _ parts: SignificantParts, in image: ReducedImage, of size: PixelSize, _ backdrop: Backdrop
  ) -> Result<Content, NotFound> {
    guard let box = parts.box else { return .failure(NotFound(reason: .nothingThere)) }
    let columns = box.columns.lowerBound * image.factor..<min(box.columns.upperBound * image.factor, size.width)
    let rows = box.rows.lowerBound * image.factor..<min(box.rows.upperBound * image.factor, size.height)
    return .success(Content(box: PixelRect(columns: columns, rows: rows), backdrop: backdrop))
  }
}

extension ReducedImage {
  /// How many of a hundred pixels of the border have an alpha below 8.
  fileprivate var clearShareOfBorder: Int {
    var (clear, count) = (0, 0)
    func look(_ x: Int, _ y: Int) {
      clear += pixels[y * size.width + x] &>> 24 < 8 ? 1 : 0
      count += 1
    }
    for x in 0..<size.width { (look(x, 0), look(x, size.height - 1)) }
    for y in 0..<size.height { (look(0, y), look(size.width - 1, y)) }
    return clear * 100 / count
  }

  /// The pixels' colours, over white where they are translucent.
  fileprivate var colorsOverWhite: [OKLab] {
    let tables = OKLab.Tables.shared
    return pixels.map { pixel in
      let alpha = pixel &>> 24
      if alpha == 255 { return OKLab(encoded: pixel, tables) }
      func over(_ channel: UInt32) -> UInt32 { ((channel & 0xFF) &* alpha &+ 255 &* (255 &- alpha) &+ 127) / 255 }
      return OKLab(encoded: over(pixel) | over(pixel &>> 8) &<< 8 | over(pixel &>> 16) &<< 16, tables)
    }
  }
}
