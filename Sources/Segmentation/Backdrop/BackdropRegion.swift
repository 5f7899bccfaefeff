import PixelCore

/// The pixels of a picture that surely show the backdrop, in light or shadow: what a brush reaches from the border over
/// pixels of the backdrop's colour without crossing an edge, and holes in the product.
struct BackdropRegion {
  /// 1 on the backdrop, 0 elsewhere.
  private(set) var mask: Plane<UInt8>
  /// Whether parts that may be enclosed backdrop were left, because there are too many of them, or they may be a pale
  /// product.
  private(set) var hasLeftHoles = false

  /// - Parameters:
  ///   - takesShade: Whether a hole may be in shade. On white, with the shadow kept, this changes a part of the product
  ///     that looks the same by the backdrop's gain only.
  ///   - isCareful: Whether smaller changes count as edges, and only wider gaps between them let the brush through.
  init(in picture: IlluminationSplit, holes: EnclosedBackdrop, takesShade: Bool, isCareful: Bool = false) {
    let size = picture.size
    let shorter = min(size.width, size.height)
    let open = Self.open(in: picture, isCareful: isCareful)
    let radius = max(1, (shorter + 250) / 500) * (isCareful ? 3 : 1)
    let brushed = ConnectedParts(of: open.eroded(by: radius), diagonally: false)
    var isReached = Self.partsAtBorder(brushed, picture)
    if holes == .drop {
      var found = brushed.parts.indices.filter {
        !isReached[$0] && Self.isHole($0, of: brushed, in: picture, shorter)
      }
      if takesShade {
        let shaded = brushed.parts.indices.filter {
          !isReached[$0] && !found.contains($0) && Self.isShadedHole($0, of: brushed, in: picture, shorter)
        }
        if !shaded.isEmpty {
          let deep = Self.partsInside(brushed, isReached, picture.size, distance: max(4, shorter / 40))
          found += shaded.filter { deep[$0] }
        }
      }
      // More are a print, not handles.
      hasLeftHoles = found.count > 8
      if !hasLeftHoles { for part in found { isReached[part] = true } }
    }
    mask = Plane(width: size.width, height: size.height, repeating: 0)
    add(brushed, of: open, radius) { isReached[$0] }
    if takeGlow(in: picture, radius, shorter, isCareful) { _ = takeGlow(in: picture, radius, shorter, isCareful) }
    if holes == .drop { takeGlowingHoles(in: picture, radius, shorter, isCareful, takesShade: takesShade) }
    takeDust(in: picture, shorter)
  }

  /// Adds enclosed backdrop in front of a glow that the product hides, such as between an arm and the body: smooth parts
  /// of the backdrop's colour that are brighter than the field. Parts that may be such holes, or a pale product, are left,
  /// as are all unless `takesShade`.
  private mutating func takeGlowingHoles(
    in picture: IlluminationSplit, _ radius: Int, _ shorter: Int, _ isCareful: Bool, takesShade: Bool
  ) {
    let field = picture.field
    // A white backdrop has no room for a glow.
    guard field.level < 240 || !takesShade else { return }
    let open = Self.open(in: picture, glow: 0.3, isCareful: isCareful)
    let brushed = ConnectedParts(of: open.eroded(by: radius), diagonally: false)
    let reached = brushed.counts(in: mask.width) { mask.values[$0] != 0 }
    var found: Set<Int> = []
    for (number, part) in brushed.parts.enumerated()
    where reached[number] == 0 && part.area * 50 * 50 >= shorter * shorter
      && part.area * 25 <= picture.size.pixelCount
      && brushed.isLikeBackdrop(number, in: picture, darkest: takesShade ? 0.97 : 0.8)
    {
      let deviation = brushed.lightDeviation(of: number, in: picture) * field.level
      if deviation < 1.5 * field.noise + 3.5 {
        found.insert(number)
      } else if deviation < 1.5 * field.noise + 8 {
        hasLeftHoles = true
      }
    }
    if found.count > 8 || !takesShade && !found.isEmpty { hasLeftHoles = true }
    guard takesShade, (1...8).contains(found.count) else { return }
    add(brushed, of: open, radius, where: found.contains)
  }

  /// Adds what the brush covers in some parts.
  ///
  /// - Parameters:
  ///   - brushed: The parts that the middle of the brush reaches.
  ///   - open: The pixels that may be backdrop.
  ///   - radius: The brush's radius in pixels.
  private mutating func add(
    _ brushed: ConnectedParts, of open: Plane<UInt8>, _ radius: Int, where chosen: (Int) -> Bool
  ) {
    var covered = Plane<UInt8>(width: mask.width, height: mask.height, repeating: 0)
    brushed.fill(&covered, with: 1, where: chosen)
    covered = covered.dilated(by: radius)
    for index in mask.values.indices { mask.values[index] |= covered.values[index] & open.values[index] }
  }

  /// Adds backdrop that is brighter than the field, which is extrapolated beside the product: what the brush reaches over
  /// smooth pixels, near the region or no brighter than the backdrop is anywhere. Returns whether there is any.
  private mutating func takeGlow(in picture: IlluminationSplit, _ radius: Int, _ shorter: Int, _ isCareful: Bool)
    -> Bool
  {
    var open = Self.open(in: picture, glow: 0.25, isCareful: isCareful)
    let near = mask.dilatedInBlocks(by: max(8, shorter * 6 / 100))
    let brightest = UInt16(min(255, picture.field.brightest * (1 + picture.limits.light)) * 256)
    do {
      let (near, green) = (near.values.span, picture.smoothed.green.span)
      var open = open.values.mutableSpan
      for index in open.indices {
        open[unchecked: index] &= near[unchecked: index] | (green[unchecked: index] <= brightest ? 1 : 0)
      }
    }
    let brushed = ConnectedParts(of: open.eroded(by: radius), diagonally: false)
    let counts = brushed.counts(in: mask.width) { mask.values[$0] != 0 }
    let isNew = brushed.parts.indices.map { counts[$0] > 0 && counts[$0] < brushed.parts[$0].area }
    guard isNew.contains(true) else { return false }
    add(brushed, of: open, radius) { isNew[$0] }
    return true
  }

  /// Returns the pixels that may be backdrop, whatever surrounds them.
  ///
  /// - Parameters:
  ///   - glow: How much brighter than the field a smooth pixel may be, as a share.
  ///   - isCareful: Whether smaller changes count as edges.
  private static func open(in picture: IlluminationSplit, glow: Float = 0, isCareful: Bool) -> Plane<UInt8> {
    let limits = picture.limits
    let (darkest, lightest) = (Int16(0.12 * 4096), Int16((1 + limits.light) * 4096))
    let slope = UInt8(min(limits.slope * (isCareful ? 2 : 4), 255))
    // Backdrop without shadow may be steeper.
    let (lower, upper) = (Int16((1 - 1.2 * limits.light) * 4096), Int16((1 + 1.2 * limits.light) * 4096))
    let steep = UInt8(min(limits.slope * (isCareful ? 2 : 8), 255))
    let (glowing, gentle) = (Int16((1 + limits.light + glow) * 4096), glow > 0 ? slope / 2 : 0)
    var open = Plane<UInt8>(width: picture.size.width, height: picture.size.height, repeating: 0)
    picture.light.values.withUnsafeBufferPointer { light in
      picture.tint.values.withUnsafeBufferPointer { tint in
        picture.slope.values.withUnsafeBufferPointer { slopes in
          open.values.withUnsafeMutableBufferPointer { open in
            for index in 0..<open.count {
              let (l, s) = (light[index], slopes[index])
              let shaded = (l >= darkest ? 1 : 0) & (l <= lightest ? 1 : 0) & (s <= slope ? 1 : 0) as UInt8
              let lit = (l >= lower ? 1 : 0) & (l <= upper ? 1 : 0) & (s <= steep ? 1 : 0) as UInt8
              let bright = (l >= lower ? 1 : 0) & (l <= glowing ? 1 : 0) & (s <= gentle ? 1 : 0) as UInt8
              let isTinted = limits.isTinted(tint[index], in: l)
              open[index] = (isTinted ? 0 : 1) & (shaded | lit | bright)
            }
          }
        }
      }
    }
    return open
  }

  /// Returns whether each part has a pixel of nearly the field's light within two pixels of the border.
  private static func partsAtBorder(_ parts: ConnectedParts, _ picture: IlluminationSplit) -> [Bool] {
    let (width, height) = (picture.size.width, picture.size.height)
    let least = Int16((1 - 1.5 * picture.limits.light - 0.06) * 4096)
    var isReached = [Bool](repeating: false, count: parts.parts.count)
    for run in parts.runs where !isReached[Int(run.part)] {
      let (y, first, end) = (Int(run.y), Int(run.first), Int(run.end))
      func look(_ columns: Range<Int>) {
        for x in columns where picture.light[x, y] > least { isReached[Int(run.part)] = true }
      }
      if y < 2 || y >= height - 2 {
        look(first..<end)
      } else {
        if first < 2 { look(first..<min(end, 2)) }
        if end > width - 2 { look(max(first, width - 2)..<end) }
      }
    }
    return isReached
  }

  /// Whether an enclosed part is the lit backdrop seen through the product: as smooth as the backdrop and of its light
  /// and colour. On a coloured backdrop, the colour alone is enough.
  private static func isHole(_ number: Int, of parts: ConnectedParts, in picture: IlluminationSplit, _ shorter: Int)
    -> Bool
  {
    let part = parts.parts[number]
    guard part.area * 64 * 64 >= shorter * shorter else { return false }
    let (field, limits) = (picture.field, picture.limits)
    let (light, tint) = parts.lightAndTint(of: number, in: picture)
    if field.chroma > 40, tint <= limits.tint, light > 0.5 { return true }
    return parts.lightDeviation(of: number, in: picture) * field.level < 1.5 * field.noise + 1.5
      && abs(light - 1) * field.level <= 3 + 3 * field.noise && tint <= 0.6 * limits.tint
  }

  /// Returns whether each part is enclosed by something thicker than an edge: all of it is at least `distance` away from
  /// the reached parts.
  private static func partsInside(_ parts: ConnectedParts, _ isReached: [Bool], _ size: PixelSize, distance: Int)
    -> [Bool]
  {
    var reached = Plane<UInt8>(width: size.width, height: size.height, repeating: 0)
    parts.fill(&reached, with: 1) { isReached[$0] }
    let near = reached.dilated(by: distance)
    let touching = parts.counts(in: size.width) { near.values[$0] != 0 }
    return parts.parts.indices.map { !isReached[$0] && touching[$0] == 0 }
  }

  /// Whether an enclosed part is the backdrop in shade, seen through the product: of the backdrop's colour, nearly
  /// evenly lit, without texture, and with a clear edge nearly all around.
  private static func isShadedHole(
    _ number: Int, of parts: ConnectedParts, in picture: IlluminationSplit, _ shorter: Int
  )
    -> Bool
  {
    let part = parts.parts[number]
    guard part.area * 64 * 64 >= shorter * shorter else { return false }
    let reach = 3
    let least = Int32(Float(0.9 * 4096) * (1 + 2 * picture.limits.noise) / picture.field.level)
    var (lights, tints, textured) = ([Int16](), [UInt8](), 0)
    var (ends, clearEnds) = (0, 0)
    for run in parts.runs where run.part == number {
      let y = Int(run.y)
      for (inside, outside) in [(run.first, run.first - 8), (run.end - 1, run.end + 7)]
      where (0..<picture.size.width).contains(Int(outside)) {
        ends += 1
        let difference = Int(picture.contrast[Int(outside), y]) - Int(picture.contrast[Int(inside), y])
        if difference >= 25 { clearEnds += 1 }
      }
      for x in Int(run.first)..<Int(run.end) {
        lights.append(picture.light[x, y])
        tints.append(picture.tint[x, y])
        guard x >= reach, x + reach < picture.size.width, y >= reach, y + reach < picture.size.height else { continue }
        let around = picture.lightAround(x, y, at: reach)
        if abs(Int32(picture.light[x, y]) - around / 4) > least { textured += 1 }
      }
    }
    guard textured * 20 <= lights.count, clearEnds * 10 >= ends * 8 else { return false }
    lights.sort()
    let (low, middle) = (Float(lights[lights.count / 20]) / 4096, Float(lights[lights.count / 2]) / 4096)
    let high = Float(lights[lights.count * 19 / 20]) / 4096
    return middle >= 0.85 && high - low <= 0.08
      && Float(tints.element(tints.count * 9 / 10)) <= 4.8 * picture.limits.tint
  }

  /// Adds specks of dust to the backdrop: parts that are small, or hardly differ from the backdrop.
  private mutating func takeDust(in picture: IlluminationSplit, _ shorter: Int) {
    let limits = picture.limits
    let parts = ConnectedParts(of: mask.inverted, diagonally: true)
    let tint = UInt8(min(3 * limits.tint * 8, 254))
    let light = Int16(4 * limits.light * 4096)
    let strong = parts.counts(in: mask.width) { index in
      picture.tint.values[index] > tint || abs(picture.light.values[index] - 4096) > light
    }
    parts.fill(&mask, with: 1) { number in
      let part = parts.parts[number]
      let isLine = part.length * 24 > shorter && strong[number] * 2 > part.length
      return strong[number] < 4 || part.area * 64 * 64 < shorter * shorter && !isLine
    }
  }
}

extension ConnectedParts {
  /// Whether a part has the backdrop's colour, and its light or the light of a glow.
  ///
  /// - Parameter darkest: The least light, as a share of the field.
  fileprivate func isLikeBackdrop(_ number: Int, in picture: IlluminationSplit, darkest: Float) -> Bool {
    let (light, tint) = lightAndTint(of: number, in: picture)
    return (darkest...1.3).contains(light) && tint <= picture.limits.tint
  }

  /// Returns a part's median light as a share of the field, and the 90th percentile of its difference in colour in levels.
  fileprivate func lightAndTint(of number: Int, in picture: IlluminationSplit) -> (light: Float, tint: Float) {
    var (lights, tints) = ([Int16](), [UInt8]())
    lights.reserveCapacity(parts[number].area)
    tints.reserveCapacity(parts[number].area)
    for run in runs where run.part == number {
      for x in Int(run.first)..<Int(run.end) {
        lights.append(picture.light[x, Int(run.y)])
        tints.append(picture.tint[x, Int(run.y)])
      }
    }
    return (
      Float(lights.element(lights.count / 2)) / 4096, Float(tints.element(tints.count * 9 / 10)) / 8
    )
  }

  /// Returns the standard deviation of a part's light from the plane through it, as a share of the field.
  fileprivate func lightDeviation(of number: Int, in picture: IlluminationSplit) -> Float {
    var (count, place, light) = (0.0, SIMD2<Double>.zero, 0.0)
    var (squares, product, slopes, square) = (SIMD2<Double>.zero, 0.0, SIMD2<Double>.zero, 0.0)
    for run in runs where run.part == number {
      for x in run.first..<run.end {
        let own = SIMD2(Double(Int(x) - parts[number].left), Double(Int(run.y) - parts[number].top))
        let value = Double(picture.light[Int(x), Int(run.y)]) / 4096
        count += 1
        (place, light) = (place + own, light + value)
        (squares, product) = (squares + own * own, product + own.x * own.y)
        (slopes, square) = (slopes + own * value, square + value * value)
      }
    }
    (place, light) = (place / count, light / count)
    let variances = squares / count - place * place
    let covariance = product / count - place.x * place.y
    let changes = slopes / count - place * light
    var variance = square / count - light * light
    let determinant = variances.x * variances.y - covariance * covariance
    if determinant > 1e-6 * (1 + variances.x * variances.y) {
      let across = (changes.x * variances.y - changes.y * covariance) / determinant
      let down = (changes.y * variances.x - changes.x * covariance) / determinant
      variance -= across * changes.x + down * changes.y
    }
    return Float(max(0, variance).squareRoot())
  }
}
