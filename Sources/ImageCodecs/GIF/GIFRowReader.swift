import PixelCore

/// Reads the first picture of a GIF, on its canvas. The canvas beside the picture is transparent, as in browsers, and so
/// is the colour that the file names. An index beyond the colour table is opaque black. The indices of an interlaced
/// picture are decoded whole before the first row.
final class GIFRowReader: RowReader {
  let info: ImageInfo
  let shape: ImageShape
  private(set) var warnings: [String]
  private let file: EncodedImage
  private let content: GIFFile
  private let limits: DecodeLimits
  private var codes: GIFCodes
  /// The indices of a row, or of a whole interlaced picture in the order of the file.
  private var indices: Memory?
  private var row = 0

  init(_ file: EncodedImage, limits: DecodeLimits) throws(CodecError) {
    content = try file.withBytes { bytes throws(CodecError) in try GIFFile(bytes, limits: limits) }
    codes = try GIFCodes(file.bytes, at: content.data)
    (self.file, self.limits, info) = (file, limits, content.info)
    shape = ImageShape(size: content.size, format: info.pixelFormat)
    warnings = info.hasMorePictures ? ["this is an animation (GIF); only its first picture is read"] : []
  }

  func read(rows: Int, into destination: UnsafeMutableRawPointer, stride: Int) throws(CodecError) -> Int {
    let count = min(rows, shape.size.height - row)
    guard count > 0 else { return 0 }
    try limits.timeLimit?.check()
    if indices == nil { try begin() }
    for y in row..<row + count {
      let pixels = (destination + (y - row) * stride).assumingMemoryBound(to: UInt32.self)
      if info.hasAlpha { pixels.update(repeating: 0, count: shape.size.width) }
      let pictureRow = y - content.top
      guard 0..<content.pictureSize.height ~= pictureRow else { continue }
      let indices = try indices(ofRow: pictureRow)
      content.palette.withUnsafeBufferPointer { palette in
        for x in 0..<content.pictureSize.width { pixels[content.left + x] = palette[Int(indices[x])] }
      }
    }
    row += count
    if row == shape.size.height { try finish() }
    return count
  }

  private func begin() throws(CodecError) {
    let (width, height) = (content.pictureSize.width, content.pictureSize.height)
    guard let memory = Memory(byteCount: content.isInterlaced ? width * height : width) else {
      throw .outOfMemory(.gif)
    }
    let start = memory.bytes.baseAddress!.assumingMemoryBound(to: UInt8.self)
    for storedRow in 0..<(content.isInterlaced ? height : 0) {
      if storedRow % 256 == 0 { try limits.timeLimit?.check() }
      // No row is complete until all passes are.
      try codes.read(width, to: start + storedRow * width, row: 0)
    }
    indices = memory
  }

  /// Returns the indices of a row of the picture, which are valid until the next call.
  private func indices(ofRow y: Int) throws(CodecError) -> UnsafePointer<UInt8> {
    let start = indices!.bytes.baseAddress!.assumingMemoryBound(to: UInt8.self)
    if content.isInterlaced { return UnsafePointer(start + storedRow(y) * content.pictureSize.width) }
    try codes.read(content.pictureSize.width, to: start, row: content.top + y)
    return UnsafePointer(start)
  }

  /// Returns the position in the file of a row of an interlaced picture (GIF89a, appendix E): every eighth row from 0,
  /// every eighth from 4, every fourth from 2, and every second from 1.
  private func storedRow(_ y: Int) -> Int {
    var before = 0
    for (first, step) in [(0, 8), (4, 8), (2, 4), (1, 2)] {
      if y % step == first { return before + y / step }
      before += max(0, (content.pictureSize.height - first + step - 1) / step)
    }
    preconditionFailure("each row belongs to a pass")
  }

  /// Checks the end of the file.
  private func finish() throws(CodecError) {
    indices = nil
    switch content.end {
    case .complete: return
    case .withoutTrailer where !limits.isStrict:
      warnings.append("its end mark (trailer) is missing; all of its picture's data is present")
    case .cutLater where !limits.isStrict:
      warnings.append("it is cut off after its first picture; all of that picture's data is present")
    case .withoutTrailer, .cutLater, .cut: throw .truncated(.gif, row: row)
    }
  }
}
