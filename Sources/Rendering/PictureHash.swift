import Files
import Pipeline

extension PreparedRecipe {
  /// What an output of a photo shows: SHA-256 over everything that decides its pixels, except the size that it is scaled to, its
  /// format and its encoder's settings. The engine has no part in it.
  ///
  /// - Parameter plan: The plan for the photo, with the output in it.
  package func picture(of output: RenderPlan.OutputPlan, in plan: RenderPlan, photo: PhotoContent) -> String {
    let names = output.sourceNames(behind: plan.trunk)
    let own = names.compactMap { name in photo.own[name].map { "\(name): \($0.sha256)" } }
    let answers = recipe.fields(of: recipe.outputs[output.place]).map(photo.facts.subject.answer)
    let parts = [photo.sha256, pictureSettings, plan.pictureText(of: output)]
    return SHA256.hex(of: (parts + recipe.sourceTexts(names, sourceHashes) + own + answers).joined(separator: "\n"))
  }
}
