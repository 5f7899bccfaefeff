import Foundation
import PackshotKit
import Platform

/// A recipe that a new recipe can start from.
struct RecipeStart {
  /// The name in the recipe.
  let name: String
  /// What people call it.
  let title: String
  let text: String

  /// The first one is suggested. The recipe for thumbnails is left out if the program was installed without its recipes.
  static var all: [RecipeStart] {
    let thumbnails = SampleShop.files(near: System.programPath).flatMap {
      try? String(contentsOfFile: $0.recipes + "/thumbnails.yaml", encoding: .utf8)
    }
    return [
      RecipeStart(name: "shop", title: "Storefront", text: FirstRecipe.yaml),
      RecipeStart(name: "white", title: "White for marketplaces", text: SampleShop.white),
      thumbnails.map { RecipeStart(name: "thumbnails", title: "Thumbnails", text: $0) },
      RecipeStart(
        name: "empty", title: "Empty",
        text: "packshot: 1\nname: empty\nsteps: []\noutputs:\n  - { file: \"{relative}/{stem}.jpg\" }\n"),
    ].compactMap(\.self)
  }
}
