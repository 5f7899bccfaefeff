import Foundation
import Testing

@testable import Catalog
@testable import ObjectStore

/// Each delete rule of the model, on a product `mug` with an original, two renditions and a backdrop.
@Suite struct DeleteRuleTests {
  private let catalog: Catalog
  private let run: UUID
  private let recipe: UUID

  init() throws {
    catalog = try .inMemory()
    run = try catalog.beginSampleRun()
    recipe = try catalog.sampleRecipe()
    try catalog.recordMug(below: "/shop", run: run, recipe: recipe)
    try catalog.record([.failed(path: "/shop/bad.jpg", code: "truncated", message: "…")], run: run, recipe: recipe)
  }

  private var paths: [String] { get throws { try catalog.photos().map(\.path) } }

  @Test func deletingAProductDeletesItsPhotosButNotTheBackdrop() throws {
    try catalog.remove(Catalog.Product.self, id: catalog.product(matching: "mug").id)
    #expect(try paths == ["/shop/backdrop.png"])
  }

  @Test func deletingAnOriginalDeletesItsRenditions() throws {
    try catalog.remove(Catalog.Photo.self, id: catalog.photo(matching: "mug.jpg").id)
    #expect(try paths == ["/shop/backdrop.png"])
    #expect(try catalog.products().count == 1)
  }

  @Test func deletingARenditionKeepsItsOriginal() throws {
    try catalog.remove(Catalog.Photo.self, id: catalog.photo(matching: "mug.png").id)
    #expect(try paths == ["/shop/backdrop.png", "/shop/in/mug.jpg", "/shop/mug-800.jpg"])
  }

  @Test func deletingABackdropKeepsRenditionsAndRemovesTheLinks() throws {
    try catalog.remove(Catalog.Photo.self, id: catalog.photo(matching: "backdrop.png").id)
    #expect(try paths == ["/shop/in/mug.jpg", "/shop/mug-800.jpg", "/shop/mug.png"])
    #expect(try catalog.details(ofPhoto: catalog.photo(matching: "mug.png").id).ingredients.isEmpty)
  }

  @Test func deletingARunKeepsItsPhotosAndDeletesItsFailures() throws {
    try catalog.remove(Catalog.Run.self, id: run)
    #expect(try paths.count == 4)
    #expect(try catalog.photos().allSatisfy { $0.runId == nil })
    #expect(try catalog.failures(ofRun: run).isEmpty)
  }

  @Test func deletingARecipeWithRenditionsIsDeniedWithTheirNames() throws {
    let holders = try catalog.photos(kind: .rendition).sorted { $0.id.text < $1.id.text }
    let error = #expect(throws: StoreError.self) { try catalog.remove(Catalog.Recipe.self, id: recipe) }
    #expect(
      error
        == .denied(
          DeleteDenied(
            entity: "Recipe", name: digest("e"), relationship: "photos", count: 2, holders: holders.map(\.path))))
    #expect(
      error?.message
        == "Recipe “\(digest("e"))” cannot be removed, because it has photos: \(holders[0].path), \(holders[1].path)")
    #expect(try catalog.photos(kind: .rendition).allSatisfy { $0.recipeId == recipe })

    for photo in holders { try catalog.remove(Catalog.Photo.self, id: photo.id) }
    try catalog.remove(Catalog.Recipe.self, id: recipe)
  }

  @Test func deletingAnUnknownRecordThrows() {
    let id = UUID()
    #expect(throws: StoreError.notFound(entity: "Product", query: id.text)) {
      try catalog.remove(Catalog.Product.self, id: id)
    }
  }
}
