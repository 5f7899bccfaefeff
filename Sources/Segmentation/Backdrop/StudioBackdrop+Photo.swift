import Parameters
import PixelCore
import PixelKernels

extension StudioBackdrop {
  /// Memory in bytes for finding the backdrop of a photo of this size, without the photo.
  package static func workingBytes(for photo: PixelSize) -> Int { StudioPicture.workingBytes(for: photo) }

  /// Finds the backdrop of a complete photo, premultiplied or opaque, in any format.
  ///
  /// - Parameters:
  ///   - color: The new backdrop in levels, or nil if it becomes transparent.
  ///   - keepsShadow: Whether the shadow is kept.
  package static func find(
    in band: RowBand, holes: EnclosedBackdrop, color: SIMD4<Float>?, keepsShadow: Bool, kernels: Kernels
  ) -> Result<StudioBackdrop, NotFound> {
    let picture = StudioPicture(band, kernels: kernels)
    let isWhite = color.map { min($0.x, min($0.y, $0.z)) >= 250 } ?? false
    let brightest = color.map { max($0.x, max($0.y, $0.z)) } ?? 255
    do {
      return .success(
        try StudioBackdrop(
          of: picture, holes: holes, keepsShadow: keepsShadow, brightest: brightest, isWhite: isWhite))
    } catch {
      return .failure(error)
    }
  }

  /// Where the product is in a photo of this size, with the grade.
  package func content(in size: PixelSize) -> Content {
    func scaled(_ range: Range<Int>, _ length: Int, _ whole: Int) -> Range<Int> {
      range.lowerBound * whole / length..<min(whole, (range.upperBound * whole + length - 1) / length)
    }
    let box = PixelRect(
      columns: scaled(box.columns, self.size.width, size.width), rows: scaled(box.rows, self.size.height, size.height))
    let color = Color(
      red: UInt8(field.color.x + 0.5), green: UInt8(field.color.y + 0.5), blue: UInt8(field.color.z + 0.5))
    var content = Content(
      size: size, box: box, boxWithShadow: box, backdrop: .uneven(color), support: field.support)
    content.grade = grade
    return content
  }
}

extension StudioBackdrop {
  /// Returns the colour of a light grey backdrop that surrounds a product within a part of a picture, or nil if there is
  /// none or it is white.
  package static func backdrop(within box: PixelRect, of band: RowBand, kernels: Kernels) -> Color? {
    let inset = max(2, box.size.shorterSide / 100)
    guard box.size.shorterSide >= 64 + 2 * inset else { return nil }
    let inner = PixelRect(
      columns: box.columns.lowerBound + inset..<box.columns.upperBound - inset,
      rows: box.rows.lowerBound + inset..<box.rows.upperBound - inset)
    guard let part = band.part(in: inner) else { return nil }
    let picture = StudioPicture(part, kernels: kernels)
    guard let field = try? LightField(of: BackdropCells(of: picture)) else { return nil }
    guard field.support >= 60, field.chroma < 40, (150..<252).contains(field.level) else { return nil }
    let region = BackdropRegion(in: IlluminationSplit(picture, by: field), holes: .keep, takesShade: false)
    let share = region.mask.values.count { $0 == 0 } * 100 / region.mask.values.count
    // A plain product has no product on it.
    guard (1...95).contains(share) else { return nil }
    return Color(red: UInt8(field.color.x + 0.5), green: UInt8(field.color.y + 0.5), blue: UInt8(field.color.z + 0.5))
  }
}
