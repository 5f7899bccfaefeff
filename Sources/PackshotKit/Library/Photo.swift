import Filters
import Foundation
import ImageCodecs
import Parameters
import Pipeline
import PixelCore
import Recipes
import Rendering

/// A photo and what is to be done to it: a value. Nothing is decoded until it is written, encoded or rendered:
/// ``write(to:quality:background:)``, ``data(as:quality:background:)``, ``image(in:)``.
///
/// ```swift
/// let photo = try Photo(contentsOf: "mug.jpg")
/// let picture = try photo
///   .applying(.sepiaTone(intensity: 0.5))
///   .composited(over: Photo(contentsOf: "backdrop.png"), at: .center)
/// try picture.write(to: "mug.png")
/// ```
///
/// It stands upright and gives the pixels that a recipe with the same steps gives: filters work in encoded sRGB, with as
/// many bits as the file has, or in 16-bit linear light.
///
/// Each of what renders it has a twin for asynchronous functions, which does its work on threads of its own: in such a function
/// `try await photo.image()` blocks no other task.
public struct Photo: Sendable {
  let pixels: PhotoPixels
  let info: ImageInfo
  /// The file's name, for messages.
  let name: String
  let limits: DecodeLimits
  let working: PixelFormat.Transfer
  private(set) var steps: [any Filter] = [Orient()]
  /// Photos that steps refer to, by name.
  private(set) var sources: [String: Photo] = [:]

  /// Reads a picture file, as far as its header.
  ///
  /// - Parameter working: What filters' numbers are: encoded values, or linear light.
  /// - Throws: ``PackshotError`` if the file cannot be read, ``PhotoFailure`` with its path if it is no picture or has more
  ///   pixels than `limits` allow.
  public init(
    contentsOf path: String, working: PixelFormat.Transfer = .encoded, limits: DecodeLimits = DecodeLimits()
  ) throws {
    try self.init(EncodedImage.contents(ofFile: path), name: path, working: working, limits: limits)
  }

  /// Reads a picture file that is in memory, as far as its header.
  ///
  /// ```swift
  /// let upload = try Data(contentsOf: URL(fileURLWithPath: "mug.jpg"))
  /// let photo = try Photo(data: upload, name: "the upload")
  /// ```
  ///
  /// - Parameters:
  ///   - data: The file's bytes, in any format that packshot reads: `Data`, or an array.
  ///   - name: What messages call it.
  ///   - working: What filters' numbers are: encoded values, or linear light.
  /// - Throws: ``PhotoFailure`` with its name if it is no picture or has more pixels than `limits` allow.
  public init(
    data: some Collection<UInt8>, name: String = "the picture", working: PixelFormat.Transfer = .encoded,
    limits: DecodeLimits = DecodeLimits()
  ) throws {
    try self.init(EncodedImage(data), name: name, working: working, limits: limits)
  }

  /// Takes the file of a picture, as far as its header.
  package init(
    _ file: EncodedImage, name: String, working: PixelFormat.Transfer = .encoded,
    limits: DecodeLimits = DecodeLimits()
  ) throws {
    info = try Self.naming(name) { try ImageCodec.probe(file, limits: limits) }
    (pixels, self.name, self.working, self.limits) = (.file(file), name, working, limits)
  }

  /// Takes an image that is in memory.
  ///
  /// ```swift
  /// let white = [UInt8](repeating: 255, count: 4 * 30 * 20)
  /// let card = try Photo(PixelImage(pixels: white, size: PixelSize(width: 30, height: 20)))
  /// try card.applying(.pad(all: 5, background: .black)).write(to: "card.png")
  /// ```
  ///
  /// It is upright, and its colours are sRGB's. What is made of it is what would be made of a PNG of it, whose pixels are encoded
  /// and straight, with as many bits: linear light becomes encoded, unless `working` is linear too.
  ///
  /// - Parameters:
  ///   - image: In any pixel format.
  ///   - name: What messages call it.
  ///   - working: What filters' numbers are: encoded values, or linear light.
  public init(_ image: PixelImage, name: String = "the image", working: PixelFormat.Transfer = .encoded) {
    (pixels, info, limits) = (.image(image), ImageInfo(of: image.shape), DecodeLimits(maxPixels: .max))
    (self.name, self.working) = (name, working)
  }

  /// The photo with one more step.
  ///
  /// ```swift
  /// let small = try Photo(contentsOf: "mug.jpg").applying(.resize(width: 800)).applying(.sepiaTone())
  /// ```
  ///
  /// - Parameter filter: One of packshot's, behind a dot, or one of your own.
  /// - Throws: ``FilterError`` if the filter's parameters are out of range, or it does not suit the photo.
  public func applying(_ filter: some Filter) throws -> Photo {
    // Reading a filter's own values back asks of Swift what is asked of recipes.
    _ = try type(of: filter).init(parameters: filter.parameterValues)
    var photo = self
    photo.steps.append(filter)
    _ = try Self.naming(name) { try photo.shape }
    return photo
  }

  /// The photo over another one, whose canvas it takes. Parts outside are clipped.
  public func composited(
    over background: Photo, at place: Placement = .center, inset: PixelPoint = .zero, frame: PixelRect? = nil,
    opacity: Double = 1
  ) throws -> Photo {
    try applying(with: background) {
      SourceOver(background: $0, at: place, inset: inset, frame: frame, opacity: opacity)
    }
  }

  /// Another photo over this one, which stays as large as it is.
  public func composited(
    under foreground: Photo, at place: Placement = .center, inset: PixelPoint = .zero, frame: PixelRect? = nil,
    opacity: Double = 1
  ) throws -> Photo {
    try applying(with: foreground) {
      SourceOver(foreground: $0, at: place, inset: inset, frame: frame, opacity: opacity)
    }
  }

  /// The photo, transparent where another one is dark or transparent; that is scaled to this one's size.
  ///
  /// - Parameters:
  ///   - channel: What of the mask counts: its luminance or its alpha.
  ///   - invert: Whether what is dark, or transparent, is kept instead.
  public func masked(by mask: Photo, channel: Mask.Channel = .luminance, invert: Bool = false) throws -> Photo {
    try applying(with: mask) { Mask($0, channel: channel, invert: invert) }
  }

  /// The size it will have.
  ///
  /// - Throws: ``PackshotError`` where a filter's size is known only once it is rendered.
  public var size: PixelSize {
    get throws {
      let shape = try shape
      if let exact = shape.exact { return exact.size }
      throw PackshotError.refusedValue(
        of: "the size", found: shape.description, allowed: "known before it is rendered; render it to an image first")
    }
  }

  /// What goes wrong in `body`, for who made the photo: of its pixels with its name, of a step as the filter says it.
  static func naming<T>(_ name: String, _ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch CodecError.sinkFailed(let cause) {
      throw cause
    } catch let error as CodecError {
      throw PhotoFailure(error).naming(name)
    } catch let error as RecipeError {
      if case .filter(let cause) = error.fault { throw cause }
      throw error
    }
  }

  /// The photo with one more step, which refers to another photo.
  private func applying(with source: Photo, _ filter: (SourceName) -> some Filter) throws -> Photo {
    let name = "photo \(sources.count + 1)"
    var photo = self
    photo.sources[name] = source
    return try photo.applying(filter(SourceName(name)))
  }
}
