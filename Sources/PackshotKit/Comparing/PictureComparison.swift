import Errors
import Golden
import ImageCodecs
import PixelCore
import Rendering

/// Compares picture files by a tolerance, in all or parts of the picture.
public struct PictureComparison: Sendable {
  /// How much the pictures can differ.
  public var tolerance: Tolerance
  /// Rectangles that are not compared.
  public var ignored: [PixelRect]
  /// The only rectangles that are compared. If empty, the whole picture is compared.
  public var only: [PixelRect]
  /// A picture file of the same size as the expected picture. Pixels that are dark or transparent in it are not
  /// compared.
  public var maskFile: String?
  private let limits: PhotoLimits
  private let workers: WorkerPool

  /// Memory that reading one of the two files can use to be faster, in bytes.
  private var spareMemory: Int { min(FileRows.usefulMemory, limits.maxMemory / 4) }

  /// Creates a comparison. By default it is exact and covers the whole picture.
  ///
  /// - Parameters:
  ///   - limits: Limits on the size of each picture and on the resources to read it.
  ///   - workers: The worker processes that decode the files.
  public init(
    _ tolerance: Tolerance = Tolerance(), ignoring ignored: [PixelRect] = [], only: [PixelRect] = [],
    maskFile: String? = nil, limits: PhotoLimits = PhotoLimits(), workers: WorkerPool = .none
  ) {
    self.tolerance = tolerance
    self.ignored = ignored
    self.only = only
    self.maskFile = maskFile
    (self.limits, self.workers) = (limits, workers)
  }

  /// Compares two files. If their bytes are equal, and neither a mask nor rectangles are given, only one of them is
  /// decoded, to check that it is a complete picture, and the pictures count as the same. A requested difference picture
  /// is always made.
  ///
  /// - Parameter difference: A PNG file to write that shows the differences. An existing file is replaced.
  /// - Throws: ``PackshotError``, or ``UnreadablePicture`` for a file that isn't a complete picture.
  public func compare(
    _ expected: String, _ actual: String, difference: String? = nil
  ) throws -> PictureDifferences {
    if let difference {
      let needed = [expected, actual] + [maskFile].compactMap(\.self)
      try OutputPreflight.check(file: difference, sparing: needed.map { ($0, "one of the pictures to compare") })
      guard difference.lowercased().hasSuffix(".png") else {
        throw PackshotError.refusedSetting(
          "difference", found: difference, allowed: .described("a name that ends in .png"))
      }
    }
    // Created before anything is read, so that it is removed if the program is interrupted.
    let differenceFile = try difference.map { path throws(PackshotError) in try TemporaryFile(for: path) }
    workers.begin(count: 2)
    let files = try [expected, actual].map { path throws(PackshotError) in try OpenFile(named: path, limits: limits) }
    if maskFile == nil, ignored.isEmpty, only.isEmpty, try files[0].hasSameBytes(as: files[1]) {
      return try same(files[0], drawing: differenceFile)
    }
    return try withRows(of: files[0], spareMemory: spareMemory) { expected in
      try withRows(of: files[1], spareMemory: spareMemory) { actual in
        let area = try self.area(for: expected.shape.size)
        guard let differenceFile else {
          return try Comparison.compare(expected, actual, tolerance: tolerance, area: area)
        }
        return try compare(expected, actual, in: area, drawing: differenceFile)
      }
    }
  }

  /// Decodes one of two files with equal bytes: a broken picture doesn't count as expected. Draws it if requested.
  private func same(_ file: OpenFile, drawing difference: TemporaryFile?) throws -> PictureDifferences {
    do {
      return try withRows(of: file, spareMemory: spareMemory) { rows in
        guard let difference else {
          try rows.forEachBand { _ in }
          return .sameBytes(rows.shape.size)
        }
        return try draw(rows.shape.size, into: difference) {
          try Comparison.draw(rows, in: $0, tolerance: tolerance)
        }
      }
    } catch var error as UnreadablePicture {
      error.cause.message += "; the other file has the same bytes"
      throw error
    }
  }

  /// Compares the pictures and draws the differences.
  private func compare(
    _ expected: any RowSource, _ actual: any RowSource, in area: ComparisonArea, drawing file: TemporaryFile
  ) throws -> PictureDifferences {
    let sizes = [expected, actual].map(\.shape.size)
    let canvas = PixelSize(width: sizes.map(\.width).max()!, height: sizes.map(\.height).max()!)
    return try draw(canvas, into: file) {
      try Comparison.compare(expected, actual, tolerance: tolerance, area: area, picture: $0)
    }
  }

  /// Writes a difference picture of this size.
  private func draw(
    _ canvas: PixelSize, into file: TemporaryFile, _ body: (DifferencePicture) throws -> PictureDifferences
  ) throws -> PictureDifferences {
    guard canvas.pixelCount <= limits.maxPixels else {
      throw PackshotError.differenceTooLarge(size: canvas, limit: limits.maxPixels)
    }
    do {
      let result = try body(DifferencePicture { try file.write($0) })
      try file.finish()
      return result
    } catch CodecError.sinkFailed(let cause) {
      throw cause
    }
  }

  /// Compares a file with an image of any pixel format.
  ///
  /// - Parameter difference: Receives the bytes of a PNG file that shows the differences.
  package func compare(
    _ expected: String, with actual: Image, difference: @escaping ByteSink
  ) throws -> PictureDifferences {
    try compare(expected, with: ImageRows(actual), picture: DifferencePicture(to: difference))
  }

  /// Compares a file with rows.
  func compare(
    _ expected: String, with actual: any RowSource, picture: DifferencePicture? = nil
  ) throws -> PictureDifferences {
    let file = try OpenFile(named: expected, limits: limits)
    return try withRows(of: file, spareMemory: ImageCodec.usualSpareMemory) { source in
      try Comparison.compare(
        source, actual, tolerance: tolerance, area: area(for: source.shape.size), picture: picture)
    }
  }

  /// Returns the area to compare in pictures of a size.
  private func area(for size: PixelSize) throws -> ComparisonArea {
    for rectangle in ignored + only where !rectangle.meets(size) {
      throw PackshotError.refusedValue(
        of: "a region", found: "\(rectangle.size) pixels at \(rectangle.origin)",
        allowed: "rectangles that overlap the picture of \(size) pixels")
    }
    var area = ComparisonArea(ignoring: ignored, only: only)
    if let maskFile {
      let file = try OpenFile(named: maskFile, limits: limits)
      let mask = try withRows(of: file, spareMemory: 0) { try ComparisonArea.Mask($0) }
      guard mask.size == size else {
        throw PackshotError.refusedValue(
          of: "the mask \(maskFile)", found: "\(mask.size) pixels",
          allowed: "a picture as large as the expected one, \(size)")
      }
      area.mask = mask
    }
    return area
  }

  /// Calls `body` with the rows of a file. Errors get the file's path.
  ///
  /// - Parameter spareMemory: Memory that can be used to be faster, in bytes.
  private func withRows<Result>(
    of file: OpenFile, spareMemory: Int, _ body: (any RowSource) throws -> Result
  ) throws -> Result {
    try workers.lend(for: file) { renderer in
      let rows = try UnreadablePicture.naming(file.path) {
        _ = try renderer.probe(file, limits: limits)
        return try renderer.rows(spareMemory: spareMemory)
      }
      return try body(NamedRows(rows, path: file.path))
    }
  }
}

/// The error for a file that can't be compared because it isn't a complete picture.
public struct UnreadablePicture: DescribedError, Equatable {
  /// Path of the picture.
  public let path: String
  /// The error found in the file.
  public internal(set) var cause: ErrorDescriptor

  /// The error's description, with the path.
  public var descriptor: ErrorDescriptor { cause.with(message: "\(path): \(cause.message)", ["path": path]) }

  /// Calls `body` and adds the file's path to errors about the picture.
  static func naming<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as CodecError {
      throw UnreadablePicture(path: path, cause: ErrorDescriptor(error))
    } catch let failure as PhotoFailure {
      throw UnreadablePicture(path: path, cause: failure.cause)
    }
  }
}

/// The rows of a file. Errors get the file's path.
private final class NamedRows: RowSource {
  private let rows: any RowSource
  private let path: String

  init(_ rows: any RowSource, path: String) { (self.rows, self.path) = (rows, path) }

  var shape: ImageShape { rows.shape }
  var iccProfile: [UInt8]? { rows.iccProfile }
  var orientation: Orientation { rows.orientation }

  func read(rows count: Int, into destination: UnsafeMutableRawPointer, stride: Int) throws -> Int {
    try UnreadablePicture.naming(path) { try rows.read(rows: count, into: destination, stride: stride) }
  }
}
