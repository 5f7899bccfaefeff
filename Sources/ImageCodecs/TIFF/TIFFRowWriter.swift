import CLibraries
import PixelCore

/// Writes a TIFF of 8 or 16 bits: RGB for opaque rows, RGB and straight alpha for others. Rows are deflated in strips
/// of about 64 KB, with each sample stored as the difference from the previous pixel. The file is held whole, because
/// its directory is at its end.
final class TIFFRowWriter: RowWriter {
  let shape: ImageShape
  private let sink: SinkBox
  private let writer: OpaquePointer
  private var order: BandOrder
  /// Tags of texts with several parts, such as a copyright notice of a photographer and an editor, and a placeholder
  /// for the zero between parts.
  private var separatedTexts: [UInt16] = []
  private static let separator: UInt8 = 0x1f
  /// A row in the file's format. libtiff changes its contents.
  private var row: [UInt8]

  init(
    shape: ImageShape, settings: TIFF, metadata: FileMetadata, to sink: @escaping ByteSink
  ) throws(CodecError) {
    precondition(shape.format == settings.stored(shape.format), "what a TIFF holds")
    guard let writer = packshot_tiff_writer_create() else { throw .outOfMemory(.tiff) }
    let samples = shape.format.alpha == .opaque ? 3 : 4
    (self.shape, self.writer, self.sink) = (shape, writer, SinkBox(sink))
    order = BandOrder(.tiff, shape: shape)
    row = [UInt8](repeating: 0, count: shape.size.width * samples * shape.format.depth.rawValue / 8)
    try check(
      packshot_tiff_writer_start(
        writer, UInt32(shape.size.width), UInt32(shape.size.height), UInt32(samples),
        UInt32(shape.format.depth.rawValue), Int32(settings.compression.level), metadata.iccProfile,
        metadata.iccProfile?.count ?? 0))
    for (tag, text) in ExifTexts.inPicture(metadata.exif ?? []) {
      // libtiff ends a text at its first zero. Zeros between parts are restored in the finished file.
      let separated = text.map { $0 == 0 ? Self.separator : $0 }
      try check(packshot_tiff_writer_set_text(writer, UInt32(tag), separated.map { CChar(bitPattern: $0) } + [0]))
      if text != separated { separatedTexts.append(tag) }
    }
    if let xmp = metadata.xmp { try check(packshot_tiff_writer_set_xmp(writer, xmp, xmp.count)) }
    if let iptc = metadata.iptc { try check(packshot_tiff_writer_set_iptc(writer, iptc, iptc.count)) }
  }

  deinit { packshot_tiff_writer_destroy(writer) }

  func write(_ band: RowBand) throws(CodecError) {
    try order.take(band)
    for y in band.rows {
      take(band.row(y))
      let status = row.withUnsafeMutableBufferPointer {
        packshot_tiff_writer_write_row(writer, $0.baseAddress!, UInt32(y))
      }
      try check(status)
    }
  }

  /// Copies a row into `row`. Drops the alpha channel if the image is opaque.
  private func take(_ pixels: UnsafeRawPointer) {
    row.withUnsafeMutableBytes { row in
      guard shape.format.alpha == .opaque else {
        return row.copyMemory(from: UnsafeRawBufferPointer(start: pixels, count: row.count))
      }
      let sampleBytes = shape.format.depth.rawValue / 8
      for x in 0..<shape.size.width {
        for byte in 0..<3 * sampleBytes {
          row[3 * sampleBytes * x + byte] = pixels.load(fromByteOffset: 4 * sampleBytes * x + byte, as: UInt8.self)
        }
      }
    }
  }

  func finish() throws(CodecError) {
    try order.checkComplete()
    try check(packshot_tiff_writer_finish(writer))
    var count = 0
    let start = packshot_tiff_writer_file(writer, &count)
    let file = UnsafeMutableRawBufferPointer(start: start, count: count)
    separateTexts(in: file)
    try sink.write(UnsafeRawBufferPointer(file))
  }

  /// Restores the zeros between the parts of texts.
  private func separateTexts(in file: UnsafeMutableRawBufferPointer) {
    guard let tiff = TIFFStructure(UnsafeRawBufferPointer(file)) else { return }
    let directory = tiff.directory(at: tiff.first)
    for text in separatedTexts.lazy.compactMap(directory).map(\.values) {
      let offset = text.baseAddress! - UnsafeRawPointer(file.baseAddress!)
      for place in offset..<offset + text.count where file[place] == Self.separator { file[place] = 0 }
    }
  }

  private func check(_ status: Int32) throws(CodecError) {
    try LibraryStatus(status).checkWriting(.tiff, sink: sink) { packshot_tiff_writer_message(writer) }
  }
}
