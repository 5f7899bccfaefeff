import Errors
import Parameters
import PixelCore
import PixelKernels

/// The position of the product in a picture, and how it was found.
public struct Content: Hashable, Sendable {
  /// The kind of backdrop.
  public enum Backdrop: Hashable, Sendable {
    /// Transparent.
    case clear
    /// One colour, or nearly so.
    case flat(Color)
    /// A colour that varies with the light. The value is the most typical colour.
    case uneven(Color)
  }

  /// The reason why no product was found.
  public enum Reason: Hashable, Sendable {
    /// Only this percentage of the cells along the border agrees on a backdrop. ``leastSupport`` is required.
    case noBackdrop(support: Int)
    /// The picture contains only the backdrop, or specks of dust.
    case nothingThere
  }

  /// How a soft shadow is handled.
  public enum Shadow: String, ParameterChoice {
    /// The shadow belongs to the product. On an uneven backdrop, shadows can't be distinguished from the light, so they
    /// never belong to the product.
    case keep
    /// The shadow doesn't belong to the product.
    case drop
  }

  /// Size of the picture in pixels.
  public let size: PixelSize
  /// The smallest rectangle around the product. In a large picture that was reduced first, it is accurate to the size
  /// of a reduced pixel.
  public let box: PixelRect
  /// The smallest rectangle around the product and its soft shadow. Equal to ``box`` on an uneven, noisy or transparent
  /// backdrop.
  public let boxWithShadow: PixelRect
  /// The backdrop.
  public let backdrop: Backdrop
  /// Percentage of the cells along the border that agree on the backdrop.
  public let support: Int
  /// Percentage of the product's contour that stands out from the backdrop. Set only if the product was to be cut out.
  public var confidence: Int?
  /// How surely the backdrop was told from the product. Set only if the backdrop was to be replaced.
  public var grade: BackdropGrade?

  /// Minimum percentage of cells that must agree on a backdrop.
  public static let leastSupport = 50

  /// Returns the box of the product with or without its shadow.
  package func box(_ shadow: Shadow) -> PixelRect { shadow == .keep ? boxWithShadow : box }

  /// Memory that ``find(in:copiedBy:kernels:)`` needs in addition to the image, in bytes.
  package static func workingBytes(for size: PixelSize) -> Int { ReducedImage.workingBytes(for: size) }

  /// Maximum length of the shorter side of an image in which the product is searched for. A larger image is reduced.
  package static let searchedSide = ReducedImage.shortSide

  /// Finds the product in a complete image of any format.
  ///
  /// - Parameter copy: How the image was made from the picture that the result describes. Nil for the picture itself.
  package static func find(
    in band: RowBand, copiedBy copy: Reduction? = nil, kernels: Kernels
  ) -> Result<Content, NotFound> {
    let copy = copy ?? Reduction(of: band.shape.size)
    let image = ReducedImage(band, kernels: kernels)
    let clear = image.clearShareOfBorder
    if clear >= leastSupport {
      let box = SignificantParts(of: ContentMask(alphaOf: image)).box
      return found(box, box, in: image, of: copy, .clear, support: clear)
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
      product, withShadow, in: image, of: copy, backdrop.isFlat ? .flat(color) : .uneven(color),
      support: backdrop.support)
  }

  /// The error if there is no product.
  package struct NotFound: Error { package let reason: Reason }

  private static func found(
    _ product: PixelRect?, _ withShadow: PixelRect?, in image: ReducedImage, of copy: Reduction, _ backdrop: Backdrop,
    support: Int
  ) -> Result<Content, NotFound> {
    // A product without edges is found only with its shadow. A product in the backdrop's colour has only edges.
    guard let box = product ?? withShadow else { return .failure(NotFound(reason: .nothingThere)) }
    return .success(
      Content(
        size: copy.size, box: copy.area(of: box, reducedBy: image.factor),
        boxWithShadow: copy.area(of: withShadow ?? box, reducedBy: image.factor),
        backdrop: backdrop, support: support))
  }
}

extension Content.Reason {
  /// Returns a warning with this reason.
  ///
  /// - Parameter kind: What was done instead, starting with the filter's name.
  package func warning(_ kind: String) -> Warning { Warning("\(kind), because \(text)", kind: kind, reason: word) }

  /// The reason without numbers, for counting.
  package var word: String {
    switch self {
    case .noBackdrop: "no plain backdrop"
    case .nothingThere: "nothing in front of the backdrop"
    }
  }

  /// The reason, worded to follow "because".
  package var text: String {
    switch self {
    case .noBackdrop(let support):
      "less than half of the border is a plain backdrop (at most \(support) %)"
    case .nothingThere: "there is nothing in front of the backdrop"
    }
  }
}

extension BackdropModel {
  /// Whether the backdrop is plain enough for shadows to be visible.
  fileprivate var isClean: Bool { isFlat && noise <= 6 }
}

extension ReducedImage {
  /// Percentage of border pixels with an alpha below 8.
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
