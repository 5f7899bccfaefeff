import Filters
import Foundation
import ImageCodecs
import Pipeline
import PixelCore
import PixelKernels
import Rendering

/// All pictures of some folders on one picture, in rows: to see at a glance what a run has made.
public struct ContactSheet {
  /// Pixels between pictures.
  private static let gap = 12
  private static let paper = Color(red: 238, green: 238, blue: 236)

  private let output: String
  private let paths: [String]
  /// What a person should know of the inputs.
  public let warnings: [String]
  private let columns: Int
  private let cellSize: Int
  private let fitting: ImageRendering
  private let limits: PhotoLimits
  private let workers: WorkerPool

  /// A picture that is not on the sheet, and why.
  public struct Missing: Sendable {
    public let path: String
    public let message: String
  }

  /// - Parameters:
  ///   - inputs: Pictures and folders of pictures.
  ///   - output: The file to write, which is not one of the pictures.
  ///   - excluded: Patterns of what to leave out, by gitignore's rules.
  ///   - columns: Pictures in a row.
  ///   - cellSize: Pixels across and down for each picture, which is fitted inside.
  ///   - workers: Decode the pictures.
  public init(
    of inputs: [String], to output: String, excluding excluded: [String] = [], columns: Int = 6, cellSize: Int = 240,
    limits: PhotoLimits = PhotoLimits(), workers: WorkerPool = .none
  ) throws {
    try limits.check()
    guard 1...64 ~= columns else {
      throw PackshotError.option(name: "--columns", found: "\(columns)", allowed: "1 to 64")
    }
    guard 16...2048 ~= cellSize else {
      throw PackshotError.option(name: "--size", found: "\(cellSize)", allowed: "16 to 2048 pixels")
    }
    var walk = InputWalk(outputFolder: nil, filter: try InputFilter(excluded: excluded))
    try walk.add(inputs)
    warnings = walk.notes
    paths = walk.photos.map(\.path)
    self.output = output
    guard !paths.isEmpty else { throw walk.nothingFound(in: inputs) }
    try OutputPlace.check(
      output, sparing: paths.map { ($0, "one of the pictures; use --exclude if it is an older sheet") })
    (self.columns, self.cellSize) = (min(columns, paths.count), cellSize)
    (self.limits, self.workers) = (limits, workers)
    var fit = Fit(width: cellSize, height: cellSize, background: Self.paper)
    fit.enlarge = false
    fitting = try ImageRendering("a contact sheet", [fit], limits: limits)
  }

  /// Writes the sheet; returns the pictures that are not on it.
  public func write() throws -> [Missing] {
    let encoding = try Recipe.Encoding(forFile: output)
    let step = cellSize + Self.gap
    let rows = (paths.count + columns - 1) / columns
    let shape = ImageShape(
      size: PixelSize(width: columns * step + Self.gap, height: rows * step + Self.gap), format: .encodedOpaque)

    let file = try TemporaryFile(for: output)
    let writer = try ImageCodec.makeWriter(shape: shape, options: EncodeOptions(encoding, iccProfile: nil)) {
      try file.write($0)
    }
    // One row of pictures is in memory at a time.
    var missing: [Missing] = []
    for row in 0..<rows {
      var strip = Self.paperStrip(width: shape.size.width, height: step)
      for column in 0..<columns where row * columns + column < paths.count {
        let picture = paths[row * columns + column]
        do {
          Self.place(try cell(picture), on: &strip, x: Self.gap + column * step)
        } catch {
          missing.append(Missing(path: picture, message: PhotoFailure(error).message))
        }
      }
      let rows = row * step..<(row + 1) * step
      try writer.write(RowBand(shape: shape, rows: rows, base: strip.row(0), stride: strip.stride))
    }
    let bottom = Self.paperStrip(width: shape.size.width, height: Self.gap)
    let lastRows = rows * step..<shape.size.height
    try writer.write(RowBand(shape: shape, rows: lastRows, base: bottom.row(0), stride: bottom.stride))
    try writer.finish()
    try file.finish()
    return missing
  }

  private func cell(_ path: String) throws -> Image {
    let file = try OpenFile(named: path, limits: limits)
    return try workers.lend(for: file) { try fitting.image(of: file, $0.probe(file, limits: limits), with: $0) }
  }

  private static func paperStrip(width: Int, height: Int) -> PixelBuffer {
    var strip = PixelBuffer(
      shape: ImageShape(size: PixelSize(width: width, height: height), format: .encodedOpaque))
    let color = paper.pixel(in: .encodedOpaque)
    for y in 0..<height { color.fill(strip.mutableRow(y), count: width) }
    return strip
  }

  /// Copies a picture into a strip, below the gap at its top.
  private static func place(_ picture: Image, on strip: inout PixelBuffer, x: Int) {
    for y in 0..<picture.size.height {
      (strip.mutableRow(gap + y) + x * 4).copyMemory(from: picture.row(y), byteCount: picture.size.width * 4)
    }
  }
}
