import Filters
import PixelCore
import PixelKernels

/// Converts rows to another pixel format and pushes them on.
package final class ConversionStage: RowSink {
  private let conversion: FormatConversion
  private let output: ImageShape
  private let sink: any RowSink
  private let bandHeight: Int
  private var band: PixelBuffer

  /// - Parameters:
  ///   - input: Format of the input rows.
  ///   - output: Shape that `sink` expects.
  package init(from input: PixelFormat, to output: ImageShape, context: RenderContext, sink: any RowSink) {
    conversion = FormatConversion(from: input, to: output.format, kernels: context.kernels)
    (self.output, self.sink) = (output, sink)
    bandHeight = conversion.isIdentity ? 1 : context.bandHeight(for: output)
    let size = PixelSize(width: conversion.isIdentity ? 1 : output.size.width, height: bandHeight)
    band = PixelBuffer(shape: ImageShape(size: size, format: output.format))
  }

  package func push(_ rows: RowBand) throws {
    if conversion.isIdentity { return try sink.push(renamed(rows)) }
    for first in stride(from: rows.rows.lowerBound, to: rows.rows.upperBound, by: bandHeight) {
      let some = first..<min(first + bandHeight, rows.rows.upperBound)
      for y in some {
        conversion.apply(band.mutableRow(y - first), rows.row(y), count: output.size.width)
      }
      try sink.push(RowBand(shape: output, rows: some, base: band.row(0), stride: band.stride))
    }
  }

  /// Returns the same pixels with the output's shape. Opaque pixels are also valid straight ones.
  private func renamed(_ rows: RowBand) -> RowBand {
    guard rows.shape != output, let first = rows.rows.first else { return rows }
    return RowBand(shape: output, rows: rows.rows, base: rows.row(first), stride: rows.stride)
  }

  package func finish() throws { try sink.finish() }
}
