import PixelCore

/// A filter that scales the image, possibly after cropping or framing it.
package protocol Scaling: Filter {
  /// Returns a description of the visible part of an image and its surroundings, independent of the output size. Empty
  /// if the whole image is shown alone. Nil if it depends on the output size.
  ///
  /// Two filters with the same framing and the same output aspect ratio show the same picture in two sizes.
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
  /// If the image isn't enlarged, a larger frame has more empty space, so the framing depends on the size.
  package func framing(of input: PlannedShape) -> String? {
    let share = content.map { ", content \($0)" } ?? ""
    let framing = "fitted on \(background)\(share)"
    if enlarge { return framing }
    guard content == nil, let size = input.exact?.size else { return nil }
    return size.width >= width || size.height >= height ? framing : nil
  }
}
