import PixelCore
import PixelKernels

/// Reads the flattened picture of a Photoshop document: grey, RGB, palette or CMYK, with 8 or 16 bits, plain or packed
/// by PackBits.
///
/// The channels are stored one after the other, so a row is read from a place in each of them. Photoshop blends the
/// colours of a translucent picture with white: `stored = colour · alpha + 1 − alpha`. The reader reverses that; the
/// colour of a transparent pixel stays as stored. Other programs don't blend: their pictures have colours that are
/// darker than `1 − alpha`. CMYK is stored as the largest value minus the ink. It is converted by
/// the file's profile or else by the given profile. Without either, the plain formula is used, with a warning.
final class PSDRowReader: RowReader {
  let info: ImageInfo
  let shape: ImageShape
  let warnings: [String]
  private let file: EncodedImage
  private let header: PSDHeader
  private let limits: DecodeLimits
  private let isPacked: Bool
  /// Whether the colours are blended with white.
  private var isBlended = false
  /// The conversion of CMYK to the working space; nil for the plain formula.
  private let cmykToSRGB: TableTransform?
  /// Offset of the next row of each channel that is read.
  private var places: [Int]
  /// Offset of the end of the picture's data.
  private let end: Int
  /// A row of a channel as stored, and a row of alpha.
  private var samples: [UInt8]
  private var alpha: [UInt8]
  private var row = 0

  init(_ file: EncodedImage, limits: DecodeLimits, colors: ColorHandling) throws(CodecError) {
    let header = try file.withBytes { bytes throws(CodecError) in try PSDHeader(bytes, limits: limits) }
    let (width, height) = (header.size.width, header.size.height)
    let compression = try CheckedBytes(file.bytes, .psd).bigEndian(UInt16.self, at: header.picture)
    switch compression {
    case 0: isPacked = false
    case 1: isPacked = true
    case 2, 3: throw .unsupported(.psd, feature: "a flattened picture that is compressed by ZIP")
    default: throw .damaged(.psd, why: "its picture's compression is number \(compression)", row: nil)
    }
    let rowBytes = width * header.depth / 8
    let start = header.picture + 2
    if isPacked {
      // The lengths of all rows come first.
      var place = start + 2 * height * header.channelCount
      guard place <= file.count else { throw .truncated(.psd, row: 0) }
      places = []
      for channel in 0..<header.channelCount {
        places.append(place)
        for y in 0..<height { place += Self.packedLength(file, at: start + 2 * (channel * height + y)) }
      }
      end = place
      places.removeLast(header.channelCount - header.readChannelCount)
    } else {
      places = (0..<header.readChannelCount).map { start + $0 * height * rowBytes }
      end = start + header.channelCount * height * rowBytes
    }
    cmykToSRGB = header.info.cmykToSRGB(colors)
    warnings = header.warnings + (header.mode == .cmyk && cmykToSRGB == nil ? [plainCMYKWarning] : [])
    (self.file, self.header, self.limits, info) = (file, header, limits, header.info)
    shape = ImageShape(size: header.size, format: header.info.pixelFormat)
    samples = [UInt8](repeating: 0, count: rowBytes)
    alpha = header.hasAlpha ? samples : []
    let isTranslucent = header.hasAlpha && header.mode != .indexed
    guard isTranslucent || header.mayLackPicture else { return }
    let found = try header.depth == 16 ? examine(UInt16.self) : examine(UInt8.self)
    // Programs that write only layers leave the picture black or white.
    if header.mayLackPicture, found.hasOneColor { throw PSDHeader.withoutPicture }
    isBlended = isTranslucent && found.isBlended
  }

  /// Reads the picture once for what the file doesn't state: whether the colours can be blended with white, allowing for
  /// rounding, and whether all pixels are the same.
  private func examine<Sample: FixedWidthInteger & UnsignedInteger>(
    _ type: Sample.Type
  ) throws(CodecError) -> (isBlended: Bool, hasOneColor: Bool) {
    let start = places
    defer { (places, row) = (start, 0) }
    let (width, most) = (shape.size.width, Int(Sample.max))
    var (isBlended, hasOneColor) = (header.hasAlpha, true)
    var first = [Int](repeating: -1, count: places.count)
    while row < shape.size.height, isBlended || hasOneColor {
      if row % 256 == 0 { try limits.timeLimit?.check() }
      for channel in places.indices.reversed() {
        try readSamples(channel: channel)
        samples.withUnsafeBytes { samples in
          alpha.withUnsafeBytes { alphas in
            if first[channel] < 0 { first[channel] = Int(Self.sample(0, of: samples) as Sample) }
            for x in 0..<width {
              let sample = Int(Self.sample(x, of: samples) as Sample)
              if sample != first[channel] { hasOneColor = false }
              if channel == header.mode.colorCount || !header.hasAlpha { continue }
              let alpha = Int(Self.sample(x, of: alphas) as Sample)
              if alpha > 0, sample + 2 < most - alpha { isBlended = false }
            }
          }
        }
        // The last channel, which is read first, is alpha.
        if channel == header.mode.colorCount { swap(&samples, &alpha) }
      }
      for channel in places.indices { places[channel] += storedLength(channel: channel) }
      row += 1
    }
    return (isBlended, hasOneColor)
  }

  func read(rows: Int, into destination: UnsafeMutableRawPointer, stride: Int) throws(CodecError) -> Int {
    let count = min(rows, shape.size.height - row)
    guard count > 0 else { return 0 }
    try limits.timeLimit?.check()
    for y in 0..<count {
      let place = destination + y * stride
      if shape.format.depth == .sixteen {
        try readRow(to: place.assumingMemoryBound(to: UInt16.self))
      } else {
        try readRow(to: place.assumingMemoryBound(to: UInt8.self))
      }
      for channel in places.indices { places[channel] += storedLength(channel: channel) }
      row += 1
    }
    // The file may be cut within channels that aren't read.
    if row == shape.size.height, end > file.count { throw .truncated(.psd, row: row) }
    return count
  }

  private static func packedLength(_ file: EncodedImage, at place: Int) -> Int {
    Int(file.bytes[place]) << 8 | Int(file.bytes[place + 1])
  }

  // MARK: Samples

  /// Bytes of the current row of a channel.
  private func storedLength(channel: Int) -> Int {
    isPacked
      ? Self.packedLength(file, at: header.picture + 2 + 2 * (channel * shape.size.height + row)) : samples.count
  }

  /// Reads the next row of a channel to ``samples``.
  private func readSamples(channel: Int) throws(CodecError) {
    let (place, length) = (places[channel], storedLength(channel: channel))
    guard length <= file.count - place else { throw .truncated(.psd, row: row) }
    let stored = UnsafeRawBufferPointer(rebasing: file.bytes[place..<place + length])
    if isPacked {
      try unpack(stored)
    } else {
      samples.withUnsafeMutableBytes { $0.copyMemory(from: stored) }
    }
  }

  /// Decodes PackBits (Apple Technical Note 1023): a count of bytes that follow, or of repetitions of one byte.
  private func unpack(_ packed: UnsafeRawBufferPointer) throws(CodecError) {
    var (place, count) = (0, 0)
    while count < samples.count, place < packed.count {
      let control = Int(Int8(bitPattern: packed[place]))
      place += 1
      // No operation.
      if control == -128 { continue }
      let isRun = control < 0
      let length = min(isRun ? 1 - control : control + 1, samples.count - count)
      guard place + (isRun ? 1 : length) <= packed.count else { break }
      samples.withUnsafeMutableBytes { samples in
        let part = UnsafeMutableRawBufferPointer(rebasing: samples[count..<count + length])
        if isRun {
          part.initializeMemory(as: UInt8.self, repeating: packed[place])
        } else {
          part.copyMemory(from: UnsafeRawBufferPointer(rebasing: packed[place..<place + length]))
        }
      }
      count += length
      place += isRun ? 1 : length
    }
    guard count == samples.count else {
      throw .damaged(.psd, why: "a row is packed to \(count) of \(samples.count) bytes", row: row)
    }
  }

  // MARK: Pixels

  @inline(__always)
  private func readRow<Sample: FixedWidthInteger & UnsignedInteger>(
    to pixels: UnsafeMutablePointer<Sample>
  ) throws(CodecError) {
    let width = shape.size.width
    if header.hasAlpha {
      try readSamples(channel: header.mode.colorCount)
      swap(&samples, &alpha)
    }
    for channel in 0..<header.mode.colorCount {
      try readSamples(channel: channel)
      if isBlended { removeWhite(Sample.self) }
      samples.withUnsafeBytes { samples in
        for x in 0..<width { pixels[4 * x + channel] = Self.sample(x, of: samples) }
      }
    }
    switch header.mode {
    case .grey, .duotone:
      for x in 0..<width { (pixels[4 * x + 1], pixels[4 * x + 2]) = (pixels[4 * x], pixels[4 * x]) }
    case .indexed:
      UnsafeMutableRawPointer(pixels).withMemoryRebound(to: UInt32.self, capacity: width) { colors in
        for x in 0..<width { colors[x] = header.palette[Int(pixels[4 * x])] }
      }
      if !header.hasAlpha { return }
    case .rgb: break
    case .cmyk: convertCMYK(pixels, count: width, isInverted: true, by: cmykToSRGB)
    }
    if header.hasAlpha {
      alpha.withUnsafeBytes { alpha in
        for x in 0..<width { pixels[4 * x + 3] = Self.sample(x, of: alpha) }
      }
    } else {
      for x in 0..<width { pixels[4 * x + 3] = .max }
    }
  }

  @inline(__always)
  private static func sample<Sample: FixedWidthInteger>(_ x: Int, of row: UnsafeRawBufferPointer) -> Sample {
    Sample(bigEndian: row.loadUnaligned(fromByteOffset: x * MemoryLayout<Sample>.size, as: Sample.self))
  }

  /// Reverses the blending with white of ``samples``, rounded: `colour = (stored − (most − alpha)) · most / alpha`.
  @inline(__always)
  private func removeWhite<Sample: FixedWidthInteger & UnsignedInteger>(_ type: Sample.Type) {
    let most = Int(Sample.max)
    samples.withUnsafeMutableBytes { samples in
      alpha.withUnsafeBytes { alphas in
        for x in 0..<shape.size.width {
          let alpha = Int(Self.sample(x, of: alphas) as Sample)
          if alpha == 0 || alpha == most { continue }
          let stored = Int(Self.sample(x, of: UnsafeRawBufferPointer(samples)) as Sample)
          let color = (max(0, stored - (most - alpha)) * most + alpha / 2) / alpha
          samples.storeBytes(
            of: Sample(min(color, most)).bigEndian, toByteOffset: x * MemoryLayout<Sample>.size, as: Sample.self)
        }
      }
    }
  }
}
