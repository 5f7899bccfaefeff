import Errors
import Filters
import ImageCodecs
import PixelCore

extension GainMapUse {
  /// Makes the gain map of an output's picture from that of the photo. Without one, or if it can't be decoded, the file
  /// is nil. The photo is rendered in any case.
  ///
  /// - Parameters:
  ///   - format: The picture's format.
  ///   - metadata: The metadata that the picture keeps.
  /// - Throws: ``CodecError/tookTooLong(limit:)``, and what ends the rendering.
  package func file(
    from photo: EncodedImage, for format: ImageFileFormat, beside metadata: FileMetadata, limits: DecodeLimits,
    in context: RenderContext
  ) throws -> (file: GainMapFile?, warnings: [Warning]) {
    guard case .kept(let map, let placement, _) = self else { return (nil, [warning].compactMap(\.self)) }
    guard let placement else { preconditionFailure("a plan is complete when its photo is rendered") }
    guard GainMapFile.fits(beside: metadata.xmp, in: format) else {
      return (nil, [Self.leftOut(because: "the photo's XMP leaves no room for its description").warning!])
    }
    do {
      let reader = try ImageCodec.makeReader(bytes: map.file(in: photo), limits: limits, spareMemory: 0)
      guard reader.shape == ImageShape(size: map.size, format: .encodedOpaque) else {
        return (nil, [Self.leftOut(because: "its headers contradict each other").warning!])
      }
      let image = ImageCollector(shape: ImageShape(size: placement.size, format: .encodedOpaque))
      let sink = try placement.sink(from: reader.shape, border: map.neutral ?? .black, context, into: image)
      try reader.pushAllRows(into: sink, shape: reader.shape, context: context)
      let file = try GainMapFile(image.takeImage(), of: map)
      return (file, reader.warnings.map { Warning(ofFile: "its gain map: \($0)") })
    } catch let error as CodecError {
      if case .tookTooLong = error { throw error }
      return (nil, [Self.leftOut(because: "it can't be decoded: \(error.message)").warning!])
    }
  }
}
