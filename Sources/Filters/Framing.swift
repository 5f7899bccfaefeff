import PixelCore

/// A filter that scales the image, after cropping or framing it perhaps.
package protocol Scaling: Filter {
  /// Which part of an image is shown and on what, at whatever size: empty for the whole image alone. Nil if that depends on the size
  /// that the filter scales to.
  ///
  /// Two filters with the same framing and outputs of the same aspect ratio make the same picture of an image, at two sizes.
  func framing(of input: PlannedShape) -> String?
}

extension Resize: Scaling {
  package func framing(of input: PlannedShape) -> String? {
    if mode == .contain || width == nil || height == nil { return "" }
    if mode == .stretch { return "stretched" }
    if let size = input.exact?.size {
      let geometry = geometry(for: size)
      if geometry.columns.length == Double(size.width), geometry.rows.length == Double(size.height) { return "" }
    }
    return "covering, focus \(focus.value)"
  }
}

extension Fit: Scaling {
  /// An image that may not be enlarged leaves more of a larger frame empty.
  package func framing(of input: PlannedShape) -> String? {
    let share = content.map { ", content \($0)" } ?? ""
    let framing = "fitted on \(background)\(share)"
    if enlarge { return framing }
    guard content == nil, let size = input.exact?.size else { return nil }
    return size.width >= width || size.height >= height ? framing : nil
  }
}
