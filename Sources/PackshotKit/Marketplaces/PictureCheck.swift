import Files
import Filters
import ImageCodecs
import PixelCore
import PixelKernels
import Rendering
import Segmentation

/// Checks pictures against the rules of a marketplace that a program can check. It is no guarantee: a marketplace can
/// reject a picture without findings, because it has rules that no program can check.
public struct PictureCheck: Sendable {
  /// The marketplace.
  public let marketplace: Marketplace
  private let limits: PhotoLimits
  private let whole: ImageRendering

  /// A rule that a picture breaks, or that could not be checked.
  public struct Finding: Sendable {
    /// The rule.
    public let rule: MarketplaceRule
    /// The property that breaks the rule, as the start of a sentence: `the product fills 70 % of its width`.
    public let found: String

    /// Returns a message such as `the product fills 70 % of its height; Amazon (main picture) asks for a product that
    /// fills …`.
    public func message(for marketplace: Marketplace) -> String {
      "\(found); \(marketplace.title) \(rule.isAdvice ? "advises" : "asks for") \(rule.demand) (\(rule.source))"
    }

    /// Returns a warning about a picture, to be counted by rule.
    func warning(for marketplace: Marketplace, about path: String) -> Warning {
      Warning(
        "\(path): \(message(for: marketplace))",
        kind: "not as \(marketplace.title) \(rule.isAdvice ? "advises" : "asks")", reason: rule.demand.description)
    }
  }

  /// Creates a check for a marketplace.
  public init(for marketplace: Marketplace, limits: PhotoLimits = PhotoLimits()) throws {
    (self.marketplace, self.limits) = (marketplace, limits)
    whole = try ImageRendering("a check", [], limits: limits)
  }

  /// Returns the findings for a picture file.
  ///
  /// - Parameter workers: The worker processes that decode the picture.
  public func findings(in path: String, workers: WorkerPool = .none) throws -> [Finding] {
    try findings(in: OpenFile(named: path, limits: limits), by: workers)
  }

  /// Returns the findings for an open file.
  func findings(in file: OpenFile, by workers: WorkerPool) throws -> [Finding] {
    let needsPixels = marketplace.rules.contains(where: \.demand.needsPixels)
    let (info, content) = try workers.read(file, limits: limits) { info, renderer in
      (info, needsPixels ? try CheckedPicture(whole.image(of: file, info, with: renderer)) : nil)
    }
    return marketplace.rules.compactMap { rule in
      rule.demand.complaint(about: info, file.status.byteCount, content).map { Finding(rule: rule, found: $0) }
    }
  }
}

extension MarketplaceRule.Demand {
  fileprivate var needsPixels: Bool {
    switch self {
    case .whiteBackdrop, .fill: true
    default: false
    }
  }

  /// Returns how a picture breaks the rule, or nil if it doesn't.
  fileprivate func complaint(about info: ImageInfo, _ byteCount: Int, _ content: CheckedPicture?) -> String? {
    let size = info.uprightSize
    let (width, height) = (size.width, size.height)
    switch self {
    case .longestSide(let range):
      return range.contains(max(width, height)) ? nil : "it has \(max(width, height)) pixels along its longer side"
    case .size(let least):
      return width >= least.width && height >= least.height ? nil : "it has \(size) pixels"
    case .sides(let most): return max(width, height) <= most ? nil : "it has \(size) pixels"
    case .width(let range): return range.contains(width) ? nil : "it is \(width) pixels wide"
    case .pixels(let most): return size.pixelCount <= most ? nil : "it has \(size) pixels"
    case .shape(let range, _):
      return range.contains(Double(width) / Double(height)) ? nil : "it has \(size) pixels"
    case .formats(let formats): return formats.contains(info.format) ? nil : "it is a \(info.format.name) file"
    case .bytes(let most): return byteCount <= most ? nil : "it has \(byteCount) bytes"
    case .whiteBackdrop: return content?.complaintOfBackdrop
    case .fill(let least): return content?.complaint(ofFillBelow: least)
    }
  }
}

/// The product in a picture, and the pixels around it.
private struct CheckedPicture {
  private let content: Result<Content, Content.NotFound>
  private let size: PixelSize
  /// Number of non-white pixels per 1000 pixels around the product.
  private let coloured: Int
  /// The colour of a backdrop within what was found as the product: a photo with its own backdrop on a white canvas.
  private let innerBackdrop: Color?

  /// - Parameter image: An upright image in 8-bit encoded sRGB with premultiplied alpha.
  init(_ image: Image) {
    let size = image.size
    let content = image.withBand { Content.find(in: $0, kernels: .current) }
    (self.size, self.content) = (size, content)
    innerBackdrop = (try? content.get()).flatMap { content in
      image.withBand { StudioBackdrop.backdrop(within: content.boxWithShadow, of: $0, kernels: .current) }
    }
    let margin = (max(size.width, size.height) + 99) / 100
    let box = (try? content.get()).map { Self.grown($0.boxWithShadow, by: margin) }
    var (around, notWhite) = (0, 0)
    for y in 0..<size.height {
      let row = image.row(y)
      let isBeside = box?.rows.contains(y) != true
      for x in 0..<size.width where isBeside || box?.columns.contains(x) == false {
        let pixel = row.loadUnaligned(fromByteOffset: 4 * x, as: SIMD4<UInt8>.self)
        around += 1
        // JPEG compression changes pixels near edges by one or two levels.
        notWhite += pixel.min() < Self.leastWhite ? 1 : 0
      }
    }
    coloured = around == 0 ? 0 : notWhite * 1000 / around
  }

  private static let leastWhite: UInt8 = 253

  /// Returns the product's box with a margin of one percent of the picture's longer side, because soft edges and JPEG
  /// blocks extend beyond it.
  private static func grown(_ box: PixelRect, by margin: Int) -> PixelRect {
    PixelRect(
      columns: box.columns.lowerBound - margin..<box.columns.upperBound + margin,
      rows: box.rows.lowerBound - margin..<box.rows.upperBound + margin)
  }

  var complaintOfBackdrop: String? {
    switch content {
    case .failure(let failure): "the product cannot be separated from its backdrop (\(failure.reason.words))"
    case .success(let content):
      switch content.backdrop {
      case .clear: "it is transparent behind the product"
      case .flat(let color), .uneven(let color):
        if !color.isWhite {
          "it is \(color) behind the product"
        } else if let innerBackdrop {
          "there is a rectangle of \(innerBackdrop) behind the product"
        } else if coloured > 10 {
          "\(coloured / 10) % of it is not white behind the product"
        } else {
          nil
        }
      }
    }
  }

  func complaint(ofFillBelow least: Int) -> String? {
    switch content {
    case .failure(let failure): return "the product's share cannot be determined (\(failure.reason.words))"
    case .success(let content):
      let across = content.boxWithShadow.size.width * 100 / size.width
      let down = content.boxWithShadow.size.height * 100 / size.height
      // Scaling can make the outermost pixel at each edge nearly white.
      let softened = content.boxWithShadow.size
      if (softened.width + 2) * 100 >= least * size.width || (softened.height + 2) * 100 >= least * size.height {
        return nil
      }
      return "the product fills \(max(across, down)) % of its \(across > down ? "width" : "height")"
    }
  }
}

extension Color {
  fileprivate var isWhite: Bool { min(red, green, blue) >= 254 }
}

extension Content.Reason {
  fileprivate var words: String {
    switch self {
    case .noBackdrop(let support):
      "\(support) % of its border agrees on a backdrop; at least \(Content.leastSupport) % must"
    case .nothingThere: "there is nothing but the backdrop"
    }
  }
}
