import ColorProfiles

/// A file's colours as code points of ITU-T H.273.
struct ColorCodes: Equatable {
  var primaries, transfer, matrix: UInt16
  /// Whether black and white are the smallest and the largest sample values.
  var isFullRange: Bool

  /// The colour space of red, green and blue.
  var coded: CodedColors { CodedColors(primaries: Int(primaries), transfer: Int(transfer)) }
}
