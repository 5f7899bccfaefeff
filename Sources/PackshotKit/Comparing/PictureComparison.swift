import Errors
import Golden
import ImageCodecs
import PixelCore
import Rendering

/// Compares picture files: how, and where in them.
public struct PictureComparison: Sendable {
  /// How far pictures may be apart.
  public var tolerance: Tolerance
  /// Where not to look.
  public var ignored: [PixelRect]
  /// Where alone to look; empty for everywhere.
  public var only: [PixelRect]
  /// A picture file as large as the expected one: what is dark or transparent there is not looked at.
  public var maskFile: String?
  private let limits: PhotoLimits
  private let workers: WorkerPool

  /// Bytes that reading one of two files may take to be faster.
  private var spareMemory: Int { min(FileRows.usefulMemory, limits.maxMemory / 4) }

  /// A comparison; without arguments, of everything and exactly. The limits are those of a photo; workers decode the files.
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

  /// Compares two files. Files with the same bytes are the same once one of them is seen to be a whole picture, unless a
  /// picture of the difference is asked for.
  ///
  /// - Parameter difference: A PNG file to write, which shows where they differ; replaced if it is there.
  /// - Throws: ``PackshotError``; ``UnreadablePicture`` for a file that is no whole picture.
  public func compare(
    _ expected: String, _ actual: String, difference: String? = nil
  ) throws -> PictureDifferences {
    if let difference {
      let needed = [expected, actual] + [maskFile].compactMap(\.self)
      try OutputPlace.check(file: difference, sparing: needed.map { ($0, "one of the pictures to compare") })
      guard difference.lowercased().hasSuffix(".png") else {
        throw PackshotError.refusedSetting(
          "difference", found: difference, allowed: .described("a name that ends in .png"))
      }
    }
    // Begun before anything is read: whoever ends the program finds it by the name that it has until then.
    let differenceFile = try difference.map { path throws(PackshotError) in try TemporaryFile(for: path) }
    workers.begin(count: 2)
    let files = try [expected, actual].map { path throws(PackshotError) in try OpenFile(named: path, limits: limits) }
    if difference == nil, maskFile == nil, ignored.isEmpty, only.isEmpty, try files[0].hasSameBytes(as: files[1]) {
      return .sameBytes(try wholeSize(of: files[0]))
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

  /// Compares, and draws where they differ.
  private func compare(
    _ expected: any RowSource, _ actual: any RowSource, in area: ComparisonArea, drawing file: TemporaryFile
  ) throws -> PictureDifferences {
    let sizes = [expected, actual].map(\.shape.size)
    let canvas = PixelSize(width: sizes.map(\.width).max()!, height: sizes.map(\.height).max()!)
    guard canvas.pixelCount <= limits.maxPixels else {
      throw PackshotError.differenceTooLarge(size: canvas, limit: limits.maxPixels)
    }
    let picture = DifferencePicture { try file.write($0) }
    do {
      let result = try Comparison.compare(expected, actual, tolerance: tolerance, area: area, picture: picture)
      try file.finish()
      return result
    } catch CodecError.sinkFailed(let cause) {
      throw cause
    }
  }

  /// Compares a file with an image, in whichever format its pixels are.
  ///
  /// - Parameter difference: Takes the bytes of a PNG file that shows where they differ.
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

  /// The size of a picture that another file has byte for byte, once all of it has been decoded. A broken picture is not
  /// as expected, however alike the files are.
  private func wholeSize(of file: OpenFile) throws -> PixelSize {
    do {
      return try withRows(of: file, spareMemory: spareMemory) { rows in
        try rows.forEachBand { _ in }
        return rows.shape.size
      }
    } catch var error as UnreadablePicture {
      error.cause.message += "; the other file has the same bytes"
      throw error
    }
  }

  /// What is looked at of pictures of a size.
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

  /// Lends the rows of a file, with its name in what goes wrong.
  ///
  /// - Parameter spareMemory: Bytes that may be held to be faster.
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

/// A file that is to be compared, and is no whole picture.
public struct UnreadablePicture: DescribedError, Equatable {
  /// The picture's file.
  public let path: String
  /// What was found in it.
  public internal(set) var cause: ErrorDescriptor

  /// What was found, and the path.
  public var descriptor: ErrorDescriptor { cause.with(message: "\(path): \(cause.message)", ["path": path]) }

  /// Calls `body`, and names the file in what it finds wrong with it.
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

/// A file's rows, with its name in what goes wrong.
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
