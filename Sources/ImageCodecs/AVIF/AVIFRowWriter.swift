import CLibraries
import PixelCore

/// Writes an AVIF after collecting all rows, because aom needs the whole picture. The planes have 8 bits and full
/// range, luma and chroma as in a JPEG (BT.601), and alpha unchanged.
final class AVIFRowWriter: RowWriter {
  let shape: ImageShape
  private let settings: AVIF
  private let metadata: FileMetadata
  private let sink: SinkBox
  private let writer: OpaquePointer
  private var planes: AVIFPlanesWriter
  private var order: BandOrder

  init(
    shape: ImageShape, settings: AVIF, metadata: FileMetadata, to sink: @escaping ByteSink
  ) throws(CodecError) {
    precondition(shape.format == settings.stored(shape.format), "what an AVIF holds")
    let step = settings.subsampling.step
    var rooms = [packshot_avif_room](repeating: packshot_avif_room(), count: 4)
    guard
      let writer = packshot_avif_writer_create(
        UInt32(shape.size.width), UInt32(shape.size.height), UInt32(step.width), UInt32(step.height),
        shape.format.alpha == .straight ? 1 : 0, &rooms)
    else { throw .outOfMemory(.avif) }
    (self.shape, self.settings, self.metadata, self.writer) = (shape, settings, metadata, writer)
    self.sink = SinkBox(sink)
    planes = AVIFPlanesWriter(shape: shape, step: step, rooms)
    order = BandOrder(.avif, shape: shape)
  }

  deinit { packshot_avif_writer_destroy(writer) }

  func write(_ band: RowBand) throws(CodecError) {
    try order.take(band)
    for y in band.rows { planes.write(row: y, band.row(y).assumingMemoryBound(to: UInt8.self)) }
  }

  func finish() throws(CodecError) {
    try order.checkComplete()
    let status = packshot_avif_writer_finish(
      writer, Int32(settings.quantizer), Int32(settings.speed), metadata.iccProfile,
      metadata.iccProfile?.count ?? 0, metadata.exif, metadata.exif?.count ?? 0,
      metadata.xmp, metadata.xmp?.count ?? 0)
    try LibraryStatus(status).checkWriting(.avif, sink: sink) { packshot_avif_writer_message(writer) }
    var count = 0
    try sink.write(UnsafeRawBufferPointer(start: packshot_avif_writer_file(writer, &count), count: count))
  }
}

extension AVIF {
  /// aom's speed, 0 to 10. Effort 0 means the encoder's highest speed.
  var speed: Int { 10 - effort }
}

/// Converts rows of pixels to planes.
///
/// Luma is 0.299 R + 0.587 G + 0.114 B. The chromas are (B − Y) / 1.772 + 128 and (R − Y) / 1.402 + 128 of the mean of
/// the pixels under a chroma sample. Each value is rounded once, halves up. Fully transparent pixels are left out of a
/// mean if other pixels under the sample are visible. Otherwise edges would take on the black of transparent pixels.
private struct AVIFPlanesWriter {
  private let shape: ImageShape
  private let step: PixelSize
  private let rooms: [packshot_avif_room]
  /// Sums over the pixels seen so far under each chroma sample: red, green, blue, and their count.
  private var sums: [SIMD4<Int32>]

  init(shape: ImageShape, step: PixelSize, _ rooms: [packshot_avif_room]) {
    (self.shape, self.step, self.rooms) = (shape, step, rooms)
    sums = [SIMD4<Int32>](repeating: .zero, count: (shape.size.width + step.width - 1) / step.width)
  }

  mutating func write(row y: Int, _ pixels: UnsafePointer<UInt8>) {
    let hasAlpha = shape.format.alpha == .straight
    let luma = rooms[0].base + y * rooms[0].stride
    let shift = step.width - 1
    for x in 0..<shape.size.width {
      let pixel = pixels + 4 * x
      let (red, green, blue) = (Int32(pixel[0]), Int32(pixel[1]), Int32(pixel[2]))
      luma[x] = UInt8((299 * red + 587 * green + 114 * blue + 500) / 1000)
      if !hasAlpha || pixel[3] > 0 { sums[x >> shift] &+= SIMD4(red, green, blue, 1) }
    }
    if hasAlpha {
      let alpha = rooms[3].base + y * rooms[3].stride
      for x in 0..<shape.size.width { alpha[x] = pixels[4 * x + 3] }
    }
    if y % step.height == step.height - 1 || y == shape.size.height - 1 { writeChroma(row: y / step.height) }
  }

  private mutating func writeChroma(row y: Int) {
    let (u, v) = (rooms[1].base + y * rooms[1].stride, rooms[2].base + y * rooms[2].stride)
    for x in sums.indices {
      let (red, green, blue, count) = (sums[x][0], sums[x][1], sums[x][2], sums[x][3])
      u[x] = Self.mean(-299 * red - 587 * green + 886 * blue, of: count, by: 1772)
      v[x] = Self.mean(701 * red - 587 * green - 114 * blue, of: count, by: 1402)
      sums[x] = .zero
    }
  }

  /// Returns 128 plus the mean of a difference that is given in units of 1/`parts` of a level.
  private static func mean(_ sum: Int32, of count: Int32, by parts: Int32) -> UInt8 {
    let divisor = parts * max(count, 1)
    return UInt8(min((sum + 128 * divisor + divisor / 2) / divisor, 255))
  }
}
