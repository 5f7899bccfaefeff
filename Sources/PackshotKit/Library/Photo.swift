import Filters
import Foundation
import ImageCodecs
import Parameters
import Pipeline
import PixelCore
import Recipes
import Rendering

/// A photo with the steps to apply to it, as a value. Nothing is decoded until the photo is written, encoded or
/// rendered by ``write(to:quality:background:)``, ``data(as:quality:background:)``, ``image(in:)``.
///
/// ```swift
/// let photo = try Photo(contentsOf: "mug.jpg")
/// let picture = try photo
///   .applying(.sepiaTone(intensity: 0.5))
///   .composited(over: Photo(contentsOf: "backdrop.png"), at: .center)
/// try picture.write(to: "mug.png")
/// ```
///
/// The photo is turned upright, and its pixels are the same as if a recipe had the same steps. Filters work in encoded
/// sRGB with the file's bit depth, or in 16-bit linear light.
///
/// The methods that write, encode and render have asynchronous overloads, which work on separate threads: in an
/// asynchronous function `try await photo.image()` blocks no other task.
public struct Photo: Sendable {
  let pixels: PhotoPixels
  let info: ImageInfo
  /// The file's name, for messages.
  let name: String
  let limits: DecodeLimits
  let working: PixelFormat.Transfer
  private(set) var steps: [any Filter] = [Orient()]
  /// The photos that steps refer to, by name.
  private(set) var sources: [String: Photo] = [:]

  /// Opens a picture file and reads its header.
  ///
  /// - Parameter working: The values that filters work in: encoded sRGB or linear light. Defaults to encoded.
  /// - Throws: ``PackshotError`` if the file can't be read, ``PhotoFailure`` with its path if it isn't a picture or
  ///   exceeds `limits`.
  public init(
    contentsOf path: String, working: PixelFormat.Transfer = .encoded, limits: DecodeLimits = DecodeLimits()
  ) throws {
    try self.init(EncodedImage.contents(ofFile: path), name: path, working: working, limits: limits)
  }

  /// Takes the bytes of a picture file and reads its header.
  ///
  /// ```swift
  /// let upload = try Data(contentsOf: URL(fileURLWithPath: "mug.jpg"))
  /// let photo = try Photo(data: upload, name: "the upload")
  /// ```
  ///
  /// - Parameters:
  ///   - data: The file's bytes, in any format that packshot reads: `Data`, or an array.
  ///   - name: The name of the picture in messages.
  ///   - working: The values that filters work in: encoded sRGB or linear light. Defaults to encoded.
  /// - Throws: ``PhotoFailure`` with `name` if the data isn't a picture or exceeds `limits`.
  public init(
    data: some Collection<UInt8>, name: String = "the picture", working: PixelFormat.Transfer = .encoded,
    limits: DecodeLimits = DecodeLimits()
  ) throws {
    try self.init(EncodedImage(data), name: name, working: working, limits: limits)
  }

  /// Takes the bytes of a picture file and reads its header.
  package init(
    _ file: EncodedImage, name: String, working: PixelFormat.Transfer = .encoded,
    limits: DecodeLimits = DecodeLimits()
  ) throws {
    info = try Self.naming(name) { try ImageCodec.probe(file, limits: limits) }
    (pixels, self.name, self.working, self.limits) = (.file(file), name, working, limits)
  }

  /// Takes an image in memory.
  ///
  /// ```swift
  /// let white = [UInt8](repeating: 255, count: 4 * 30 * 20)
  /// let card = try Photo(PixelImage(pixels: white, size: PixelSize(width: 30, height: 20)))
  /// try card.applying(.pad(all: 5, background: .black)).write(to: "card.png")
  /// ```
  ///
  /// The image is taken to be upright and sRGB. It is rendered like a PNG of the same bit depth with encoded, straight
  /// pixels: linear light is encoded first, unless `working` is linear too.
  ///
  /// - Parameters:
  ///   - image: The image, in any pixel format.
  ///   - name: The name of the image in messages.
  ///   - working: The values that filters work in: encoded sRGB or linear light. Defaults to encoded.
  public init(_ image: PixelImage, name: String = "the image", working: PixelFormat.Transfer = .encoded) {
    (pixels, info, limits) = (.image(image), ImageInfo(of: image.shape), DecodeLimits(maxPixels: .max))
    (self.name, self.working) = (name, working)
  }

  /// Returns the photo with one more step.
  ///
  /// ```swift
  /// let small = try Photo(contentsOf: "mug.jpg").applying(.resize(width: 800)).applying(.sepiaTone())
  /// ```
  ///
  /// - Parameter filter: One of packshot's filters, with a leading dot, or your own.
  /// - Throws: ``FilterError`` if the filter's parameters are out of range, or it can't be applied to the photo.
  public func applying(_ filter: some Filter) throws -> Photo {
    // Rebuilding the filter from its own values checks Swift values by the same rules as recipes.
    _ = try type(of: filter).init(parameters: filter.parameterValues)
    var photo = self
    photo.steps.append(filter)
    _ = try Self.naming(name) { try photo.shape }
    return photo
  }

  /// Returns the photo placed over another photo, on that photo's canvas. Parts outside the canvas are clipped.
  public func composited(
    over background: Photo, at place: Placement = .center, inset: PixelPoint = .zero, frame: PixelRect? = nil,
    opacity: Double = 1
  ) throws -> Photo {
    try applying(with: background) {
      SourceOver(background: $0, at: place, inset: inset, frame: frame, opacity: opacity)
    }
  }

  /// Returns the photo with another photo placed over it. The canvas keeps its size.
  public func composited(
    under foreground: Photo, at place: Placement = .center, inset: PixelPoint = .zero, frame: PixelRect? = nil,
    opacity: Double = 1
  ) throws -> Photo {
    try applying(with: foreground) {
      SourceOver(foreground: $0, at: place, inset: inset, frame: frame, opacity: opacity)
    }
  }

  /// Returns the photo with a mask applied: it becomes transparent where the mask is dark or transparent. The mask is
  /// scaled to the photo's size.
  ///
  /// - Parameters:
  ///   - channel: The mask's channel: luminance or alpha.
  ///   - invert: Whether the dark or transparent parts of the mask are kept instead.
  public func masked(by mask: Photo, channel: Mask.Channel = .luminance, invert: Bool = false) throws -> Photo {
    try applying(with: mask) { Mask($0, channel: channel, invert: invert) }
  }

  /// The size of the rendered picture in pixels.
  ///
  /// - Throws: ``PackshotError`` if the size of a filter's output is known only after rendering.
  public var size: PixelSize {
    get throws {
      let shape = try shape
      if let exact = shape.exact { return exact.size }
      throw PackshotError.refusedValue(
        of: "the size", found: shape.description, allowed: "known before it is rendered; render it to an image first")
    }
  }

  /// Runs `body` and converts its errors for the caller: an error in the pixels gets the photo's name, and an error of
  /// a step is thrown as the filter's error.
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

  /// Returns the photo with one more step, which refers to another photo.
  private func applying(with source: Photo, _ filter: (SourceName) -> some Filter) throws -> Photo {
    let name = "photo \(sources.count + 1)"
    var photo = self
    photo.sources[name] = source
    return try photo.applying(filter(SourceName(name)))
  }
}
