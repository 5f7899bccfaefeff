import PixelCore

/// A contour with its shadow, compared with the photo.
struct CheckedContour {
  /// 1 on the backdrop, 0 on the product.
  let contour: Plane<UInt8>
  let shadow: ShadowLight
  let evidence: ContourEvidence
  let changes: BackdropEvidence
  /// Whether parts that may be enclosed backdrop were left in place.
  let hasLeftHoles: Bool

  /// Share of trust in the contour, 0 to 1: less the more of it is invented.
  var trustInContour: Float {
    1 - max(smoothstep(evidence.longestInvention, 8, 20), smoothstep(evidence.inventedShare, 0.02, 0.08))
  }

  /// Share of trust in what is beside the contour, 0 to 1: less the longer edges are that vanish.
  var trustInBackdrop: Float { 1 - smoothstep(changes.vanished, 60, 130) }

  private init(in picture: IlluminationSplit, holes: EnclosedBackdrop, takesShade: Bool, isCareful: Bool) {
    let region = BackdropRegion(in: picture, holes: holes, takesShade: takesShade, isCareful: isCareful)
    let found = Contour(in: picture, around: region).backdrop
    let first = ContourEvidence(of: found, in: picture)
    let cleared = first.withoutInventions(found, in: picture)
    contour = cleared.contour
    evidence = contour.values == found.values ? first : ContourEvidence(of: contour, in: picture)
    shadow = ShadowLight(of: picture, on: contour)
    changes = BackdropEvidence(of: picture, on: contour, shadow)
    hasLeftHoles = region.hasLeftHoles || cleared.hasFilledBackdrop
  }

  /// Finds a contour. If the photo doesn't bear it out, a careful brush tries again.
  static func find(in picture: IlluminationSplit, holes: EnclosedBackdrop, takesShade: Bool) -> CheckedContour {
    func found(isCareful: Bool) -> CheckedContour {
      CheckedContour(in: picture, holes: holes, takesShade: takesShade, isCareful: isCareful)
    }
    let first = found(isCareful: false)
    let trust = min(first.trustInContour, first.trustInBackdrop)
    if trust > 0.9 { return first }
    let second = found(isCareful: true)
    return min(second.trustInContour, second.trustInBackdrop) > trust ? second : first
  }
}
