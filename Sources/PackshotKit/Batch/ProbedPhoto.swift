import ImageCodecs
import Pipeline
import Rendering

/// A photo whose header has been read, with the pictures that it has of its own.
struct ProbedPhoto {
  let info: ImageInfo
  let subject: PhotoSubject
  let own: OwnFiles

  /// - Parameters:
  ///   - info: What its header says.
  ///   - renderer: Has probed it, and is handed its pictures.
  /// - Throws: If a picture that has to be there is missing or can't be used, or a value of the product isn't the number that the recipe
  ///   needs.
  init(
    _ photo: InputPhoto, _ info: ImageInfo, by names: OutputNames, _ prepared: PreparedRecipe, limits: PhotoLimits,
    with renderer: any PhotoRenderer
  ) throws {
    try names.checkNumbers(of: photo)
    let subject = names.subject(of: photo)
    (self.info, self.subject) = (info, subject)
    own = try OwnFiles(
      of: PhotoFacts(RenderPlan.Photo(info, subject: subject)), by: prepared, limits: limits, with: renderer
    ) { template throws(OutputTemplate.Refusal) in try names.path(of: template, photo, subject) }
  }

  /// The same of a photo that is named by itself, without a catalog.
  init(
    ofFile path: String, _ info: ImageInfo, by prepared: PreparedRecipe, limits: PhotoLimits,
    with renderer: any PhotoRenderer
  ) throws {
    try self.init(
      InputPhoto(path: path, relative: "", fileName: String(path.splitPath.name)), info,
      by: OutputNames(ofOne: prepared.recipe), prepared, limits: limits, with: renderer)
  }

  /// As plans are to know it.
  var planned: RenderPlan.Photo {
    var photo = RenderPlan.Photo(info, subject: subject)
    photo.own = own.headers
    return photo
  }

  /// As identities tell it.
  ///
  /// - Parameter sha256: Of the photo's file.
  func content(sha256: String) -> PhotoContent {
    PhotoContent(
      sha256: sha256, format: info.format, hasInks: info.colorModel.hasInks, facts: PhotoFacts(planned),
      own: own.contents)
  }
}

extension PlannedPhoto {
  /// Plans what a recipe makes of a photo whose header was read.
  ///
  /// - Parameter file: The photo's.
  init(_ file: OpenFile, _ probed: ProbedPhoto, by prepared: PreparedRecipe, limits: PhotoLimits) throws {
    try self.init(
      photoBytes: file.status.byteCount + probed.own.byteCount, info: probed.info, subject: probed.subject,
      own: probed.own.headers, by: prepared.recipe, sources: prepared.sources, limits: limits)
  }
}
