import Errors
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

  /// The size of the picture.
  public let size: PixelSize
  /// The smallest rectangle with the product in it: of pixels, or of the blocks of pixels that a large picture was reduced by.
  public let box: PixelRect
  /// The same of the product with its soft shadow. Before an uneven backdrop, or none, it is the same rectangle.
  public let boxWithShadow: PixelRect
  /// The backdrop, as far as it is plain.
  public let backdrop: Backdrop
  /// How many of a hundred cells along the border agree on the backdrop.
  public let support: Int
  /// How many of a hundred pixels of the product's contour stand out from the backdrop, where it was to be cut out.
  public var confidence: Int?

  /// Cells of a hundred that have to agree on a backdrop.
  public static let leastSupport = 50

  /// The product's box, or that of the product with its shadow.
  package func box(_ shadow: Shadow) -> PixelRect { shadow == .keep ? boxWithShadow : box }

  /// Bytes that ``find(in:kernels:)`` takes, beside the image.
  package static func workingBytes(for size: PixelSize) -> Int { ReducedImage.workingBytes(for: size) }

  /// Finds the product in a whole image, in any format.
  package static func find(in band: RowBand, kernels: Kernels) -> Result<Content, NotFound> {
    let image = ReducedImage(band, kernels: kernels)
    let clear = image.clearShareOfBorder
    if clear >= leastSupport {
      let box = SignificantParts(of: ContentMask(alphaOf: image)).box
      return found(box, box, in: image, of: band.shape.size, .clear, support: clear)
    }
    let colors = OKLab.colors(of: image.pixels)
    let backdrop = BackdropModel(of: image, colors)
    guard backdrop.support >= leastSupport else {
      return .failure(NotFound(reason: .noBackdrop(support: max(backdrop.support, clear))))
    }
    let different = backdrop.isClean ? ContentMask(distances: colors, of: image, to: backdrop) : nil
    let edges = ContentMask(contrasts: colors, of: image, before: backdrop, where: different)
    let box = { (mask: ContentMask) in
      let box = SignificantParts(of: mask).box
      return backdrop.isClean ? box.map(Ringing(around: mask, colors, of: image, before: backdrop).removed) : box
    }
    let product = box(edges)
    let withShadow = different.map(box) ?? product
    let pixel = backdrop.color
    let color = Color(
      red: UInt8(pixel & 0xFF), green: UInt8(pixel &>> 8 & 0xFF), blue: UInt8(pixel &>> 16 & 0xFF))
    return found(
      product, withShadow, in: image, of: band.shape.size, backdrop.isFlat ? .flat(color) : .uneven(color),
      support: backdrop.support)
  }

  /// That there is no product, and why.
  package struct NotFound: Error { package let reason: Reason }

  private static func found(
    _ product: PixelRect?, _ withShadow: PixelRect?, in image: ReducedImage, of size: PixelSize, _ backdrop: Backdrop,
    support: Int
  ) -> Result<Content, NotFound> {
    // A product without an edge is no more than its shadow, and one without its own colour is all edges.
    guard let box = product ?? withShadow else { return .failure(NotFound(reason: .nothingThere)) }
    return .success(
      Content(
        size: size, box: image.area(of: box, in: size), boxWithShadow: image.area(of: withShadow ?? box, in: size),
        backdrop: backdrop, support: support))
  }
}

extension Content.Reason {
  /// A warning that something else was done, because of this.
  ///
  /// - Parameter kind: What was done, beginning with the filter's name.
  package func warning(_ kind: String) -> Warning { Warning("\(kind), because \(text)", kind: kind, reason: word) }

  /// The same as ``text`` without the photo's figures, to be counted by.
  package var word: String {
    switch self {
    case .noBackdrop: "no plain backdrop"
    case .nothingThere: "nothing before the backdrop"
    }
  }

  /// In words that stand behind “because”.
  package var text: String {
    switch self {
    case .noBackdrop(let support):
      "the border has no backdrop that half of it agrees on (at most \(support) % do)"
    case .nothingThere: "there is nothing before the backdrop"
    }
  }
}

extension BackdropModel {
  /// Whether it is plain enough that a shadow shows on it.
  fileprivate var isClean: Bool { isFlat && noise <= 6 }
}

extension ReducedImage {
  /// The pixels of an image of some size that some of these are the means of.
  fileprivate func area(of box: PixelRect, in size: PixelSize) -> PixelRect {
    PixelRect(
      columns: box.columns.lowerBound * factor..<min(box.columns.upperBound * factor, size.width),
      rows: box.rows.lowerBound * factor..<min(box.rows.upperBound * factor, size.height))
  }

  /// How many of a hundred pixels of the border have an alpha below 8.
  fileprivate var clearShareOfBorder: Int {
    var (clear, count) = (0, 0)
    func look(_ x: Int, _ y: Int) {
      clear += pixels[y * size.width + x] &>> 24 < 8 ? 1 : 0
      count += 1
    }
    for x in 0..<size.width {
      look(x, 0)
      look(x, size.height - 1)
    }
    for y in 0..<size.height {
      look(0, y)
      look(size.width - 1, y)
    }
    return clear * 100 / count
  }
}
