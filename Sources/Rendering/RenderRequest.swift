import Errors
import Filters
import Pipeline
import PixelCore
import Recipes
import Segmentation

/// A request to a renderer. The photo and the recipe were passed to it before.
package struct RenderRequest: Codable, Equatable, Sendable {
  /// The form of the result.
  package enum Form: String, Codable, Sendable {
    /// The encoded file.
    case file
    /// Rows that aren't encoded, in the shape that a PNG would have.
    case rows
  }

  /// Indices of the recipe's outputs to render, in this order. Rows can be requested for only one output.
  package var outputs: [Int]
  package var form = Form.file
  /// Values for conditions that aren't in the photo's file. Nil if there are none.
  package var subject: PhotoSubject?
  /// Sources without a per-photo image. Nil if there are none.
  package var missing: Set<String>?

  package init(outputs: [Int], form: Form = .file) { (self.outputs, self.form) = (outputs, form) }

  /// Returns the request with the values that a plan was made for.
  func about(_ plan: RenderPlan) -> RenderRequest {
    var request = self
    request.subject = plan.subject == PhotoSubject() ? nil : plan.subject
    request.missing = plan.missing.isEmpty ? nil : plan.missing
    return request
  }
}

/// The result of a ``RenderRequest``. An error is a ``PhotoFailure`` instead.
package struct RenderResult: Codable, Equatable, Sendable {
  /// A rendered picture.
  package struct Output: Codable, Equatable, Sendable {
    package var size: PixelSize
    package var hasAlpha: Bool
    /// Size of the picture's file in bytes.
    package var byteCount: Int
    /// Where the product is, if a step searched for it.
    package var content: Content?
  }

  /// The pictures in the request's order. Empty if no files were requested.
  package var outputs: [Output] = []
  /// Warnings about the photo.
  package var warnings: [Warning] = []
  /// The photo's perceptual hash. Nil if no files were requested, or the photo is too plain.
  package var hash: PerceptualHash?

  /// The result with warnings limited to the size of a message.
  var bounded: RenderResult {
    RenderResult(outputs: outputs, warnings: warnings.prefix(20).map(\.bounded), hash: hash)
  }
}
