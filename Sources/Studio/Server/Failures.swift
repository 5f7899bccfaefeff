import Hummingbird
import PackshotKit

/// Turns errors into pages. The texts are the errors' own.
struct Failures<Context: RequestContext>: RouterMiddleware {
  let shop: Shop

  /// What an error page shows.
  struct Failure {
    let message: String
    let suggestion: String?
  }

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as HTTPError {
      let missing = error.status == .notFound ? "There is no page \(request.uri.path)" : error.status.reasonPhrase
      return await failure(error.status, error.body ?? missing, nil)
    } catch {
      let error = ErrorDescriptor(error)
      return await failure(error.code.status, error.message, error.remedy?.suggestion)
    }
  }

  private func failure(_ status: HTTPResponse.Status, _ message: String, _ suggestion: String?) async -> Response {
    let message = message.hasSuffix(".") ? String(message.dropLast()) : message
    let failure = Failure(message: String(message.sentence.dropLast()), suggestion: suggestion)
    if let page = try? await shop.page(
      "failure", title: status == .notFound ? "Not found" : "Not possible", part: "", status: status, failure)
    {
      return page
    }
    // A page needs the catalog, which may be what fails.
    return Response(
      status: status, headers: [.contentType: "text/plain; charset=utf-8"],
      body: .init(byteBuffer: ByteBuffer(string: message.sentence + "\n")))
  }
}

extension ErrorDescriptor {
  /// Whether it is about a condition that was typed.
  var isOfCondition: Bool { [.usage, .condition, .unknownName].contains(code) }
}

extension ErrorCode {
  /// The status that says the same in HTTP.
  var status: HTTPResponse.Status {
    switch self {
    case .missing: .notFound
    case .refused, .usage, .condition, .unknownName: .unprocessableContent
    case .locked: .serviceUnavailable
    case .fault: .internalServerError
    default: .conflict
    }
  }
}
