import PixelCore

/// Writes a picture at the highest quality at which the file meets its byte limit, up to the quality in its settings.
///
/// It holds the picture, because it may encode the picture up to nine times: at the highest quality, at the lowest,
/// then by bisection. Files are assumed to grow with quality. If they don't quite, the result may not have the highest
/// possible quality, but never exceeds the limit.
final class FittingWriter: RowWriter {
  let shape: ImageShape
  private let settings: any FileFormat
  private let targetBytes: Int
  private var metadata: FileMetadata
  private let sink: SinkBox
  private var picture: PixelBuffer
  private var order: BandOrder
  private(set) var warnings: [String] = []

  /// - Parameter settings: Settings with an ``FileFormat/adjustableQuality``.
  init(
    shape: ImageShape, settings: any FileFormat, targetBytes: Int, metadata: FileMetadata, to sink: @escaping ByteSink
  ) {
    (self.shape, self.settings, self.targetBytes) = (shape, settings, targetBytes)
    (self.metadata, self.sink) = (metadata, SinkBox(sink))
    picture = PixelBuffer(shape: shape)
    order = BandOrder(ImageFileFormat(type(of: settings)), shape: shape)
    // The picture matters more than its gain map.
    if let map = metadata.gainMap, map.count > targetBytes / 3 { leaveOutGainMap() }
  }

  func write(_ band: RowBand) throws(CodecError) {
    try order.take(band)
    for y in band.rows { picture.mutableRow(y).copyMemory(from: band.row(y), byteCount: shape.bytesPerRow) }
  }

  func finish() throws(CodecError) {
    try order.checkComplete()
    let file = try smallEnoughFile()
    try EncodedImage(file).withBytes { bytes throws(CodecError) in try sink.write(bytes) }
  }

  private func leaveOutGainMap() {
    metadata.gainMap = nil
    warnings.append(
      "its gain map for HDR screens is left out, because it would leave the picture too little of `targetBytes`")
  }

  private func smallEnoughFile() throws(CodecError) -> [UInt8] {
    let (lowest, highest) = (settings.lowestQuality, settings.adjustableQuality!)
    if let file = try file(quality: highest, limit: targetBytes) { return file }
    guard var best = try file(quality: lowest, limit: targetBytes) else {
      if metadata.gainMap != nil {
        leaveOutGainMap()
        return try smallEnoughFile()
      }
      let smallest = try file(quality: lowest, limit: .max)!.count
      throw .tooManyBytes(
        ImageFileFormat(type(of: settings)), quality: lowest, found: smallest, limit: targetBytes)
    }
    // Quality of the best file so far, and the lowest quality known to be too high.
    var (fits, exceeds) = (lowest, highest)
    while exceeds - fits > 1 {
      let quality = (fits + exceeds) / 2
      if let file = try file(quality: quality, limit: targetBytes) {
        (best, fits) = (file, quality)
      } else {
        exceeds = quality
      }
    }
    return best
  }

  /// Returns the picture encoded at a quality; nil if it exceeds `limit` bytes.
  private func file(quality: Int, limit: Int) throws(CodecError) -> [UInt8]? {
    let file = GrowingFile(limit: limit)
    do {
      try encode(EncodeOptions(.init(settings.atQuality(quality)), metadata), into: file)
    } catch {
      if file.isTooLarge { return nil }
      throw error as? CodecError ?? .sinkFailed(error)
    }
    return file.bytes
  }

  private func encode(_ options: EncodeOptions, into file: GrowingFile) throws {
    let writer = try ImageCodec.makeWriter(shape: shape, options: options) { try file.take($0) }
    try picture.withBand { try writer.push($0) }
    try writer.finish()
  }
}

/// An encoder's output, up to a limit.
private final class GrowingFile {
  private(set) var bytes: [UInt8] = []
  private(set) var isTooLarge = false
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// Appends bytes. Throws to stop the encoder when they exceed the limit.
  func take(_ more: UnsafeRawBufferPointer) throws {
    isTooLarge = more.count > limit - bytes.count
    if isTooLarge { throw Exceeded() }
    bytes += more
  }

  private struct Exceeded: Error {}
}
