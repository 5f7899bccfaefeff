/// What a file says of its colours by code points of ITU-T H.273.
struct ColorCodes: Equatable {
  var primaries, transfer, matrix: UInt16
  /// Whether black and white are the smallest and the largest samples.
  var isFullRange: Bool

  /// What a person should know where the colours are not those of sRGB and no profile says it better.
  var warning: String? {
    let name: String? =
      switch (transfer, primaries) {
      case (16, _): "HDR ones (PQ)"
      case (18, _): "HDR ones (HLG)"
      case (8, _): "those of linear light"
      case (_, 0...2): nil
      case (_, 9): "those of BT.2020"
      case (_, 12): "those of Display P3"
      case (_, let primaries): "other ones (H.273's primaries \(primaries))"
      }
    return name.map { "its colours are \($0) and are read as if they were sRGB's, so they will look wrong" }
  }
}
