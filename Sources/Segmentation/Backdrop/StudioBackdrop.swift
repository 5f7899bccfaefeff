import Parameters
import PixelCore

/// A photo's backdrop, told from its product: light, contour, shadow and grade.
///
/// It is found in a picture of at most 1000 pixels on the longer side, the same whatever outputs are asked for. The
/// method needs no training data: a smooth field explains the backdrop's light (``LightField``), dividing by it leaves 1
/// on the backdrop and less in a shadow (``IlluminationSplit``), and a watershed moves the contour to the steepest edge
/// (``Contour``). Then the result is compared with the photo: the contour must be an edge of the photo
/// (``ContourEvidence``), and no edge beside it may vanish or appear (``BackdropEvidence``).
package struct StudioBackdrop {
  let field: LightField
  let size: PixelSize
  let mixtures: ContourMixtures
  let shadow: ShadowLight
  /// The smallest rectangle around the product in the analysed picture, without specks.
  let box: PixelRect
  package let grade: BackdropGrade

  /// The reason why there is nothing to replace.
  package struct NotFound: Error { package let reason: BackdropGrade.Reason }

  /// - Parameters:
  ///   - holes: How backdrop enclosed by the product is handled.
  ///   - brightest: The largest level of the new backdrop.
  ///   - isWhite: Whether the new backdrop is white, or nearly so.
  init(
    of picture: StudioPicture, holes: EnclosedBackdrop, keepsShadow: Bool, brightest: Float, isWhite: Bool
  ) throws(NotFound) {
    guard min(picture.size.width, picture.size.height) >= 160 else { throw NotFound(reason: .small) }
    let cells = BackdropCells(of: picture)
    let field: LightField
    do {
      field = try LightField(of: cells)
    } catch {
      switch error {
      case .textured: throw NotFound(reason: .texture)
      case .noBackdrop: throw NotFound(reason: .border)
      }
    }
    let lit = IlluminationSplit(picture, by: field)
    let isGentle = keepsShadow && isWhite && field.chroma < 40 && field.level >= 120
    let checked = CheckedContour.find(in: lit, holes: holes, takesShade: isGentle)
    let contour = checked.contour
    let parts = ConnectedParts(of: contour.inverted, diagonally: true)
    guard let box = parts.boxWithoutSpecks, contour.values.contains(1) else { throw NotFound(reason: .size) }
    self.box = box
    mixtures = ContourMixtures(of: contour, in: picture, lit: lit)
    shadow = checked.shadow
    grade = BackdropGrade(
      GradeMeasures(
        of: lit, texture: picture.texture(of: cells, where: field.isBackdrop), checked: checked, parts: parts,
        mixtures: mixtures, keepsShadow: keepsShadow, isGentle: isGentle,
        gain: brightest / max(1, field.level)
      ).measures)
    self.field = field
    size = picture.size
  }
}

extension StudioPicture {
  /// Returns the backdrop's texture in levels: the deviation that is left in the border's cells after means of 3 × 3
  /// pixels. Such means reduce noise to a third, and texture hardly.
  func texture(of cells: BackdropCells, where isBackdrop: [Bool]) -> Float {
    var deviations: [Float] = []
    for cell in cells.border where isBackdrop[cell] {
      let (left, top) = (cell % cells.columns * cells.side, cell / cells.columns * cells.side)
      var largest: Float = 0
      for channel in channels {
        var (count, sum, square, sumX, sumY) = (0, 0, 0, 0, 0)
        let side = cells.side
        let columns = max(left + 1, 1)..<min(max(left + 2, min(left + side, size.width) - 1), size.width - 1)
        let rows = max(top + 1, 1)..<min(max(top + 2, min(top + side, size.height) - 1), size.height - 1)
        for y in rows where !columns.isEmpty {
          func column(_ x: Int) -> Int {
            let place = y &* size.width &+ x
            return Int(channel[place - size.width]) &+ Int(channel[place]) &+ Int(channel[place + size.width])
          }
          var (before, own) = (column(columns.lowerBound - 1), column(columns.lowerBound))
          for x in columns {
            let behind = column(x + 1)
            let mean = before &+ own &+ behind
            (before, own) = (own, behind)
            count += 1
            sum += mean
            square += mean * mean
            sumX += mean * (2 * (x - left) - side + 1)
            sumY += mean * (2 * (y - top) - side + 1)
          }
        }
        guard count > 0 else { continue }
        // A gradient is no texture, so the variance that a plane through the means explains is subtracted. Coordinates are
        // twice the distance from the middle.
        let inner = Float(side - 2)
        let spread = Float(count) * (inner * inner - 1) / 3
        let mean = Float(sum) / Float(count)
        var variance = Float(square) / Float(count) - mean * mean
        if spread > 0 {
          variance -= (Float(sumX) * Float(sumX) + Float(sumY) * Float(sumY)) / spread / Float(count)
        }
        largest = max(largest, max(0, variance).squareRoot() / 9)
      }
      deviations.append(largest)
    }
    return deviations.isEmpty ? 9 : deviations.element((deviations.count - 1) * 3 / 5)
  }
}
