import ImageCodecs
import PixelCore
import Testing

@Suite struct PlaneTests {
  /// Smooth colours, which lose little to subsampling.
  private func picture(_ width: Int, _ height: Int) -> Picture {
    Picture(width: width, height: height) { x, y in
      [UInt16(60 + x * 120 / width), UInt16(60 + y * 120 / height), UInt16(100 + (x + y) % 40), 255]
    }
  }

  private func planes(_ file: EncodedImage, scale: DecodeScale = .full) throws -> (PlaneLayout, [[[UInt8]]]) {
    let reader = try ImageCodec.makePlaneReader(bytes: file, scale: scale)
    var rows: [[[UInt8]]] = reader.layout.sizes.map { _ in [] }
    var buffers = zip(reader.paddedWidths, reader.groupHeights).map { [UInt8](repeating: 0, count: $0 * $1) }
    func read() throws -> Bool {
      var destinations: [(base: UnsafeMutableRawPointer, stride: Int)] = []
      for plane in buffers.indices {
        let base = buffers[plane].withUnsafeMutableBytes { $0.baseAddress! }
        destinations.append((base, reader.paddedWidths[plane]))
      }
      return try reader.read(into: destinations)
    }
    while try read() {
      for (plane, size) in reader.layout.sizes.enumerated() {
        let stride = reader.paddedWidths[plane]
        for y in 0..<min(reader.groupHeights[plane], size.height - rows[plane].count) {
          rows[plane].append(Array(buffers[plane][y * stride..<y * stride + size.width]))
        }
      }
    }
    return (reader.layout, rows)
  }

  @Test(arguments: [(64, 48), (61, 43), (1, 1), (17, 33), (8, 100)])
  func planesConvertToThePixels(_ size: (Int, Int)) throws {
    let file = EncodedImage(
      try picture(size.0, size.1).encoded(.jpeg(quality: 92, subsampling: .none)))
    let (layout, planes) = try planes(file)
    #expect(
      layout == PlaneLayout(luma: PixelSize(width: size.0, height: size.1), chromaStep: PixelSize(width: 1, height: 1)))
    let decoded = try Picture(decoding: Array(file.withBytes { Array($0) }))
    for y in 0..<size.1 {
      for x in 0..<size.0 {
        let (luma, b, r) = (Double(planes[0][y][x]), Double(planes[1][y][x]) - 128, Double(planes[2][y][x]) - 128)
        let exact = [luma + 1.402 * r, luma - 0.344136 * b - 0.714136 * r, luma + 1.772 * b].map {
          max(0, min(255, $0))
        }
        let index = (y * size.0 + x) * 4
        for channel in 0..<3 { #expect((Double(decoded.samples[index + channel]) - exact[channel]).magnitude <= 0.51) }
      }
    }
  }

  @Test(arguments: [
    (EncodeOptions.ChromaSubsampling.twoByTwo, PixelSize(width: 2, height: 2)),
    (.twoByOne, PixelSize(width: 2, height: 1)), (.none, PixelSize(width: 1, height: 1)),
  ])
  func chromaHasTheFilesSizeOrAtSmallerScalesThatOfLuma(
    _ subsampling: EncodeOptions.ChromaSubsampling, _ step: PixelSize
  ) throws {
    let file = EncodedImage(try picture(61, 43).encoded(.jpeg(quality: 90, subsampling: subsampling)))
    #expect(try ImageCodec.probe(file).planes == PlaneLayout(luma: PixelSize(width: 61, height: 43), chromaStep: step))
    // libjpeg decides the full size: the reader fails if it contradicts the rule.
    let full = try planes(file).1
    #expect(full[0].count == 43 && full[0][0].count == 61)
    #expect(
      full[1].count == (43 + step.height - 1) / step.height && full[2][0].count == (61 + step.width - 1) / step.width)
    for scale in [DecodeScale.half, .quarter, .eighth] {
      let (layout, planes) = try planes(file, scale: scale)
      #expect(layout.luma == scale.scaled(PixelSize(width: 61, height: 43)))
      #expect(planes[0].count == layout.luma.height)
      #expect(layout.chromaStep == (subsampling == .twoByTwo ? PixelSize(width: 1, height: 1) : step))
      #expect(planes[1].count == layout.sizes[1].height && planes[2][0].count == layout.sizes[2].width)
    }
  }

  @Test(arguments: [(64, 48), (61, 43), (1, 1), (2, 3), (17, 33), (15, 16)])
  func writtenPlanesAreReadBack(_ size: (Int, Int)) throws {
    let luma = PixelSize(width: size.0, height: size.1)
    let sizes = PlaneLayout(luma: luma, chromaStep: PixelSize(width: 2, height: 2)).sizes
    let value = { (plane: Int, x: Int, y: Int) in UInt8(clamping: [90 + x + y, 120 + x / 2, 140 - y / 2][plane]) }
    var file: [UInt8] = []
    let writer = try ImageCodec.makePlaneWriter(size: luma, options: EncodeOptions(.jpeg(quality: 100))) { file += $0 }
    let widths = [1, 2, 2].map { PlaneWriter.paddedWidth(size.0) / $0 }
    let heights = [1, 2, 2].map { PlaneWriter.groupHeight / $0 }
    for top in stride(from: 0, to: size.1, by: PlaneWriter.groupHeight) {
      let groups = sizes.indices.map { plane in
        (0..<heights[plane]).flatMap { y in
          (0..<widths[plane]).map { x in
            value(plane, min(x, sizes[plane].width - 1), min((plane == 0 ? top : top / 2) + y, sizes[plane].height - 1))
          }
        }
      }
      try groups[0].withUnsafeBytes { luma in
        try groups[1].withUnsafeBytes { blue in
          try groups[2].withUnsafeBytes { red in
            try writer.write(zip([luma, blue, red], widths).map { ($0.baseAddress!, $1) })
          }
        }
      }
    }
    try writer.finish()
    let (layout, planes) = try planes(EncodedImage(file))
    #expect(layout.sizes == sizes)
    for (plane, rows) in planes.enumerated() {
      for (y, row) in rows.enumerated() {
        for (x, sample) in row.enumerated() {
          #expect(abs(Int(sample) - Int(value(plane, x, y))) <= 2, "plane \(plane), \(x), \(y)")
        }
      }
    }
  }

  @Test func aTruncatedFileFailsAtItsEnd() throws {
    let file = try picture(200, 150).encoded(.jpeg(quality: 90))
    for count in stride(from: 700, to: file.count - 2, by: 97) {
      #expect(throws: CodecError.self) { try planes(EncodedImage(file[..<count])) }
    }
  }
}
