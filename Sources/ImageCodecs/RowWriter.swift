import PixelCore

/// Receives encoded bytes in pieces of any size, in order. An error it throws stops the encoder, and the writer throws
/// it as ``CodecError/sinkFailed(_:)``.
package typealias ByteSink = (UnsafeRawBufferPointer) throws -> Void

/// An encoder that takes a picture row by row, from the top. A writer is used by one thread at a time and shares no
/// state.
///
/// The same rows and options give the same bytes, however the rows are split into bands. No dates, names or versions
/// are written. The sink's bytes aren't a whole file before ``finish()`` or after an error.
package protocol RowWriter: RowSink {
  /// Size and format of the rows.
  var shape: ImageShape { get }
  /// Encodes the next rows, which must follow the previous ones without a gap.
  func write(_ band: RowBand) throws(CodecError)
  /// Completes the file after all rows have been written. The sink has taken every byte when it returns.
  func finish() throws(CodecError)
  /// Warnings about the file. Complete after ``finish()``.
  var warnings: [String] { get }
}

extension RowWriter {
  public var warnings: [String] { [] }

  /// Encodes the next rows.
  public func push(_ band: RowBand) throws { try write(band) }
}

/// A sink at a fixed address for calls from C, and the error it failed with.
final class SinkBox {
  private let sink: ByteSink
  private(set) var failure: (any Error)?

  init(_ sink: @escaping ByteSink) { self.sink = sink }

  /// Passes bytes to the sink.
  func write(_ bytes: UnsafeRawBufferPointer) throws(CodecError) {
    do {
      try sink(bytes)
    } catch {
      throw .sinkFailed(error)
    }
  }

  /// The pointer from which ``take`` finds the box. The box must outlive its use.
  var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// Called by the C writers. 0 means that the bytes were taken.
  static let take: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, Int) -> Int32 = {
    context, bytes, count in
    let box = Unmanaged<SinkBox>.fromOpaque(context!).takeUnretainedValue()
    do {
      try box.sink(UnsafeRawBufferPointer(start: bytes, count: count))
      return 0
    } catch {
      box.failure = error
      return 1
    }
  }
}

/// Checks that the caller's bands follow each other without gaps.
struct BandOrder {
  private let format: ImageFileFormat
  private let shape: ImageShape
  private var nextRow = 0

  init(_ format: ImageFileFormat, shape: ImageShape) { (self.format, self.shape) = (format, shape) }

  mutating func take(_ band: RowBand) throws(CodecError) {
    guard band.shape == shape else {
      throw .notWritable(format, why: "it was begun for \(shape), and rows of \(band.shape) come")
    }
    guard band.rows.lowerBound == nextRow else {
      throw .notWritable(format, why: "row \(nextRow) is the next, and row \(band.rows.lowerBound) comes")
    }
    nextRow = band.rows.upperBound
  }

  func checkComplete() throws(CodecError) {
    guard nextRow == shape.size.height else {
      throw .notWritable(format, why: "it is finished with \(nextRow) of its \(shape.size.height) rows")
    }
  }
}
