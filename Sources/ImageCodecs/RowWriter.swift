import PixelCore

/// Takes encoded bytes in pieces of any size, in order. What it throws ends the encoding, and comes out of the writer
/// as ``CodecError/sinkFailed(_:)``.
package typealias ByteSink = (UnsafeRawBufferPointer) throws -> Void

/// A picture being encoded, from its top row down. Writers are used by one thread at a time and share nothing.
///
/// The same rows and options give the same bytes, however the rows are cut into bands: no dates, names or versions are
/// written. After an error, and before ``finish()``, what the sink has is no whole file.
package protocol RowWriter: RowSink {
  /// What the rows are.
  var shape: ImageShape { get }
  /// Encodes the next rows, which follow those before without a gap.
  func write(_ band: RowBand) throws(CodecError)
  /// Ends the file, once all rows are written. The sink has taken every byte when it returns.
  func finish() throws(CodecError)
}

extension RowWriter {
  /// Encodes the next rows: a writer is where rows end up.
  public func push(_ band: RowBand) throws { try write(band) }
}

/// A sink at a fixed address, for C to call, and how it failed.
final class SinkBox {
  private let sink: ByteSink
  private(set) var failure: (any Error)?

  init(_ sink: @escaping ByteSink) { self.sink = sink }

  /// Hands bytes to the sink.
  func write(_ bytes: UnsafeRawBufferPointer) throws(CodecError) {
    do {
      try sink(bytes)
    } catch {
      throw .sinkFailed(error)
    }
  }

  /// The pointer that ``take`` finds the box by. The box must outlive its use.
  var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// What the C writers call: 0 says that the bytes were taken.
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

/// Checks that bands come without gaps, which is the duty of whoever cuts them.
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
