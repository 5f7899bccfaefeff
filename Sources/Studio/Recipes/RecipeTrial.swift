import Foundation
import Hummingbird
import ImageCodecs
import PackshotKit
import Recipes
import Synchronization

/// A recipe applied to a few photos, for a page.
struct RecipeTrial: Sendable {
  /// A photo and the picture that the recipe makes of it.
  struct Result {
    let path: String
    let before: String
    /// The picture as a data address; nil if the photo failed.
    let after: String?
    let facts: String
    let failure: String?
    let warnings: [String]
    let width: Int
    let height: Int
    let number: Int
  }

  /// Why the recipe can't be used.
  struct Mistake {
    let message: String
  }

  private(set) var results: [Result] = []
  private(set) var mistake: Mistake?
  private(set) var outputs: [PhotoFilter.Choice] = []

  /// - Parameters:
  ///   - isRendered: Whether the photos are rendered, or the recipe is only read.
  ///   - isNewest: Whether the page awaits the answer.
  /// - Throws: `CancellationError` if the page no longer awaits the answer.
  init(
    _ form: RecipeForm, in shop: Shop, isRendered: Bool = true, isNewest: () -> Bool = { true }
  ) async throws {
    let recipe: Recipe
    do {
      recipe = try form.recipe(in: shop.folder)
    } catch let error as RecipeError {
      let all = [error] + error.others
      mistake = Mistake(
        message: all.map { error in (error.location.map { "Line \($0.line): " } ?? "") + error.message.sentence }
          .joined(separator: "\n"))
      return
    } catch {
      mistake = Mistake(message: ErrorDescriptor(error).sentence)
      return
    }
    outputs = recipe.outputs.enumerated().map {
      .init(value: "\($0.offset)", name: $0.element.template.text, isChosen: $0.offset == form.outputIndex)
    }
    guard isRendered else { return }
    let index = min(max(0, form.outputIndex), recipe.outputs.count - 1)
    for (number, path) in form.photos.enumerated() where !path.isEmpty {
      guard isNewest() else { throw CancellationError() }
      results.append(try await Self.result(of: recipe, index, path: path, number: number, in: shop))
    }
  }

  private static func result(
    of recipe: Recipe, _ index: Int, path: String, number: Int, in shop: Shop
  ) async throws -> Result {
    let photo: Catalog.Photo
    do { photo = try await shop.catalog.perform { try $0.record(Catalog.Photo.self, matching: path) } } catch {
      return Result(
        path: path, before: "", after: nil, facts: "", failure: ErrorDescriptor(error).sentence, warnings: [], width: 0,
        height: 0,
        number: number)
    }
    let before = Pictures.address(of: photo, .large)
    do {
      return try await BlockingWork.run { _ in
        let rendering = try SingleRendering(recipe, shop.limits, .recipe, shop.workers)
        // A preview is smaller than the output and sent in a fraction of the time, above all if the output is a PNG.
        let (file, picture, whole) = try rendering.preview(
          shop.pictures.input(photo), outputIndex: index, side: Pictures.Size.large.pixels,
          focus: photo.focus.map(Focus.init))
        let bytes = file.withBytes { Data($0) }
        let (size, format) = (whole ?? picture.size, recipe.outputs[index].encoding.format)
        let isWhole = size == picture.size && format == picture.format
        let figure = isWhole ? bytes.count.formatted(.byteCount(style: .file)) : format.rawValue
        return Result(
          path: path, before: before,
          after: "data:image/\(picture.format.rawValue);base64,\(bytes.base64EncodedString())",
          facts: "\(size.width) × \(size.height), \(figure)",
          failure: nil,
          warnings: picture.warnings, width: picture.size.width, height: picture.size.height, number: number)
      }
    } catch {
      return Result(
        path: path, before: before, after: nil, facts: "", failure: ErrorDescriptor(error).sentence, warnings: [],
        width: 0,
        height: 0, number: number)
    }
  }
}

/// The newest trial of each page. Earlier trials stop, because the recipe has changed since.
final class NewestTrials: Sendable {
  private let numbers = Mutex<[String: Int]>([:])

  /// Maximum number of pages that are remembered.
  private static let mostPages = 1000

  /// Begins a trial of a page. Returns a function that says whether the trial is still the page's newest.
  func begin(_ page: String) -> () -> Bool {
    let number = numbers.withLock { numbers in
      if numbers.count >= Self.mostPages { numbers = [:] }
      let number = (numbers[page] ?? 0) + 1
      numbers[page] = number
      return number
    }
    return { [self] in numbers.withLock { $0[page] ?? number } == number }
  }
}
