import Foundation
import Hummingbird
import NIOCore

/// The fields of a form that a page sent.
struct Form: Sendable {
  private let values: [String: String]

  /// The largest form. A recipe is the longest text, and percent-encoding triples it.
  private static let sizeLimit = 4 << 20

  /// Name of the field with the page's idempotency key; see ``IdempotentForms``.
  static let keyField = "key"

  /// The content type of forms.
  static let contentType = "application/x-www-form-urlencoded"

  /// Reads the body of a request that sends a form.
  static func body(of request: Request) async throws -> ByteBuffer {
    do { return try await request.body.collect(upTo: sizeLimit) } catch is NIOTooManyBytesError {
      throw HTTPError(.contentTooLarge, message: "The form is larger than \(sizeLimit) bytes.")
    } catch {
      throw HTTPError(.badRequest, message: "The form was cut short.")
    }
  }

  /// Reads a form, and checks that it is from one of the studio's pages.
  init(_ request: Request, _ token: Token) async throws {
    try self.init(String(buffer: await Self.body(of: request)))
    guard let given = values["form"], given.isSameSecret(as: token.form) else {
      throw HTTPError(.forbidden, message: "The form is from an earlier run of the studio. Reload the page.")
    }
  }

  /// Reads `name=value&…` as browsers write it (https://url.spec.whatwg.org/#application/x-www-form-urlencoded).
  init(_ text: String) throws {
    var values: [String: String] = [:]
    for field in text.split(separator: "&").prefix(1000) {
      let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(parts[0]), let value = Self.decoded(parts.count > 1 ? parts[1] : "") else {
        throw HTTPError(.badRequest, message: "The form is not in UTF-8.")
      }
      values[name] = value
    }
    self.values = values
  }

  private static func decoded(_ text: Substring) -> String? {
    text.replacing("+", with: " ").removingPercentEncoding
  }

  /// The text of a field; nil if the page has no such field.
  subscript(_ name: String) -> String? { values[name] }
}
