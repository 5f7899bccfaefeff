import ColorProfiles

/// What a file says of its colours by code points of ITU-T H.273.
struct ColorCodes: Equatable {
  var primaries, transfer, matrix: UInt16
  /// Whether black and white are the smallest and the largest samples.
  var isFullRange: Bool

  /// The colours that red, green and blue have.
  var coded: CodedColors { CodedColors(primaries: Int(primaries), transfer: Int(transfer)) }
}
