import Errors
import Filters
import Pipeline
import PixelCore
import Recipes
import Segmentation

/// What is asked of a renderer, besides the photo, which it has been handed, and the recipe.
package struct RenderRequest: Codable, Equatable, Sendable {
  /// What is to come of an output.
  package enum Form: String, Codable, Sendable {
    /// The bytes of its file.
    case file
    /// Its rows before they are encoded, in the shape that a PNG would hold.
    case rows
  }

  /// Which of the recipe's outputs are to be made, in this order. Rows are asked of one alone.
  package var outputs: [Int]
  package var form = Form.file
  /// What conditions ask of the photo that its file does not tell; nothing where there is none.
  package var subject: PhotoSubject?
  /// The sources that the photo has no picture of its own for; nothing where there are none.
  package var missing: Set<String>?

  package init(outputs: [Int], form: Form = .file) { (self.outputs, self.form) = (outputs, form) }

  /// The request with what a plan was made for.
  func about(_ plan: RenderPlan) -> RenderRequest {
    var request = self
    request.subject = plan.subject == PhotoSubject() ? nil : plan.subject
    request.missing = plan.missing.isEmpty ? nil : plan.missing
    return request
  }
}

/// What came of a ``RenderRequest``; what kept it from being done is a ``PhotoFailure`` instead.
package struct RenderResult: Codable, Equatable, Sendable {
  /// A picture that was made.
  package struct Output: Codable, Equatable, Sendable {
    package var size: PixelSize
    package var hasAlpha: Bool
    /// Of its file.
    package var byteCount: Int
    /// Where the product was, if a step looked for it.
    package var content: Content?
  }

  /// In the request's order; none where no files were asked for.
  package var outputs: [Output] = []
  /// What the user should know, which is no failure.
  package var warnings: [Warning] = []

  /// The same with no more to say than a message has room for.
  var bounded: RenderResult {
    RenderResult(outputs: outputs, warnings: warnings.prefix(20).map(\.bounded))
  }
}
