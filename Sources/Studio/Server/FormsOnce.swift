import Files
import Hummingbird
import NIOCore
import Synchronization

/// Carries out each form once. A double click sends a form a second time before the first answer has come, which would sell twice. Each
/// page has a number of its own, so an equal form from the same page is the same click, and gets the same answer.
struct FormsOnce<Context: RequestContext>: RouterMiddleware {
  private let answers = FormAnswers()

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    guard request.method == .post, request.headers[.contentType]?.hasPrefix(Form.contentType) == true else {
      return try await next(request, context)
    }
    var request = request
    let body = try await Form.body(of: request)
    request.body = RequestBody(buffer: body)
    guard try Form(String(buffer: body))["once"] != nil else { return try await next(request, context) }
    let key = SHA256.hex(of: request.uri.path + "\n" + String(buffer: body))
    while true {
      switch await answers.begin(key) {
      case nil:
        do {
          let answer = try await next(request, context)
          answers.end(key, .success(answer))
          return answer
        } catch {
          answers.end(key, .failure(error))
          throw error
        }
      // The browser gave up the first click, so nobody has carried it out.
      case .failure(let error)? where error is CancellationError: continue
      case let answer?: return try answer.get()
      }
    }
  }
}

/// The answers to forms that were sent lately.
private final class FormAnswers: Sendable {
  typealias Answer = Result<Response, any Error>

  private struct State {
    var given: [String: Response] = [:]
    var coming: [String: [CheckedContinuation<Answer?, Never>]] = [:]
    /// The keys of ``given``, oldest first.
    var order: [String] = []
  }

  /// Number of answers that are kept.
  private static let limit = 500

  private let state = Mutex(State())

  /// Returns the answer to a form, and waits for it if the form is being carried out. Nil if the caller is to carry it out.
  func begin(_ key: String) async -> Answer? {
    await withCheckedContinuation { waiter in
      let answer: Answer?? = state.withLock { state in
        if let answer = state.given[key] { return .some(.success(answer)) }
        if state.coming[key] == nil {
          state.coming[key] = []
          return .some(nil)
        }
        state.coming[key]!.append(waiter)
        return nil
      }
      if let answer { waiter.resume(returning: answer) }
    }
  }

  /// Gives the answer to everybody who waits for it. Only answers of forms that were carried out are kept, so a form that failed can be
  /// sent again as it is.
  func end(_ key: String, _ answer: Answer) {
    let waiters = state.withLock { state in
      if case .success(let response) = answer, response.status.kind == .redirection {
        state.given[key] = response
        state.order.append(key)
        if state.order.count > Self.limit { state.given[state.order.removeFirst()] = nil }
      }
      return state.coming.removeValue(forKey: key) ?? []
    }
    for waiter in waiters { waiter.resume(returning: answer) }
  }
}
