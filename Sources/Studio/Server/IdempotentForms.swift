import Files
import Hummingbird
import NIOCore
import Synchronization

/// Processes each form once, so that a double click doesn't sell twice. Every page has its own idempotency key; a form with the same key and
/// fields gets the answer of the first one.
struct IdempotentForms<Context: RequestContext>: RouterMiddleware {
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
    guard try Form(String(buffer: body))[Form.keyField] != nil else { return try await next(request, context) }
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
      // The browser cancelled the first request before it changed anything: no handler waits after its edit.
      case .failure(let error)? where error is CancellationError: continue
      case let answer?: return try answer.get()
      }
    }
  }
}

/// The answers to recently sent forms.
private final class FormAnswers: Sendable {
  typealias Answer = Result<Response, any Error>

  private struct State {
    var completed: [String: Response] = [:]
    var pending: [String: [CheckedContinuation<Answer?, Never>]] = [:]
    /// The keys of ``completed``, oldest first.
    var order: [String] = []
  }

  /// Maximum number of answers kept.
  private static let limit = 500

  private let state = Mutex(State())

  /// Returns the answer to a form, after waiting for it if the form is being processed. Nil if the caller must process the form.
  func begin(_ key: String) async -> Answer? {
    await withCheckedContinuation { waiter in
      let answer: Answer?? = state.withLock { state in
        if let answer = state.completed[key] { return .some(.success(answer)) }
        if state.pending[key] == nil {
          state.pending[key] = []
          return .some(nil)
        }
        state.pending[key]!.append(waiter)
        return nil
      }
      if let answer { waiter.resume(returning: answer) }
    }
  }

  /// Passes the answer to all waiting requests. Only redirects are kept: they mean success, and a refused form can be sent again unchanged.
  func end(_ key: String, _ answer: Answer) {
    let waiters = state.withLock { state in
      if case .success(let response) = answer, response.status.kind == .redirection {
        state.completed[key] = response
        state.order.append(key)
        if state.order.count > Self.limit { state.completed[state.order.removeFirst()] = nil }
      }
      return state.pending.removeValue(forKey: key) ?? []
    }
    for waiter in waiters { waiter.resume(returning: answer) }
  }
}
