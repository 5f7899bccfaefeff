import Files
import Pipeline

extension PreparedRecipe {
  /// Returns a hash of the content of a photo's output: SHA-256 over everything that determines its pixels, except the
  /// size it is scaled to, its format, its encoder settings and the engine.
  ///
  /// - Parameter plan: The plan for the photo that contains the output.
  package func picture(of output: RenderPlan.OutputPlan, in plan: RenderPlan, photo: PhotoContent) -> String {
    let names = output.sourceNames(behind: plan.trunk)
    let own = names.compactMap { name in photo.own[name].map { "\(name): \($0.sha256)" } }
    let answers = recipe.fields(of: recipe.outputs[output.place]).map(photo.facts.subject.answer)
    let parts = [photo.sha256, pictureSettings, plan.pictureText(of: output)]
    // The other photos of a group are no sources of the recipe; `own` has their content.
    let sources = names.filter { name in recipe.sources.contains { $0.name == name } }
    return SHA256.hex(of: (parts + recipe.sourceTexts(sources, sourceHashes) + own + answers).joined(separator: "\n"))
  }
}
