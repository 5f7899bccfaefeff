import HTTPTypes
import Hummingbird

/// Answers only the browser that opened the printed link, on this machine, and only its own pages.
struct AccessMiddleware<Context: RequestContext>: RouterMiddleware {
  let token: Token

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    let own = refusal(of: request) ?? entrance(of: request)
    var response = if let own { own } else { try await next(request, context) }
    for (name, value) in Self.headers { response.headers[name] = value }
    if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
    return response
  }

  /// Cookies are shared by all ports, so another studio's has another name.
  private var cookie: String { "packshot-studio-\(token.port.withLock(\.self))" }

  private func isEntrance(_ request: Request) -> Bool {
    request.uri.path == "/"
      && request.uri.queryParameters["token"].map { String($0).isSameSecret(as: token.text) } == true
  }

  /// Lets the browser in that opened the link, and hides the token from its history.
  private func entrance(of request: Request) -> Response? {
    guard isEntrance(request) else { return nil }
    var response = Response.redirect(to: "/")
    response.setCookie(Cookie(name: cookie, value: token.text, path: "/", httpOnly: true, sameSite: .strict))
    return response
  }

  private func refusal(of request: Request) -> Response? {
    guard let host = request.head.authority, token.names(host) else {
      return Self.refusal("This address isn't the studio's. Open the link that the studio printed.")
    }
    if isEntrance(request) { return nil }
    guard let given = request.cookies[cookie]?.value, given.isSameSecret(as: token.text) else {
      return Self.refusal("Open the link that the studio printed.")
    }
    if request.method == .get || request.method == .head { return nil }
    // Browsers send the origin of the page with every form.
    guard let origin = request.headers[.origin], origin.hasPrefix("http://"), token.names(String(origin.dropFirst(7)))
    else { return Self.refusal("The request came from another page.") }
    return nil
  }

  /// Nothing is loaded from elsewhere, no script is in a page, and no other site can show a page in a frame.
  private static var headers: [(HTTPField.Name, String)] {
    [
      (
        .contentSecurityPolicy,
        "default-src 'none'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self'; "
          + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
      ),
      (.xContentTypeOptions, "nosniff"),  // With no-referrer, browsers would send no origin with forms either.
      (HTTPField.Name("Referrer-Policy")!, "same-origin"),
      (HTTPField.Name("Cross-Origin-Opener-Policy")!, "same-origin"),
      (HTTPField.Name("Cross-Origin-Resource-Policy")!, "same-origin"),
    ]
  }

  private static func refusal(_ reason: String) -> Response {
    Response(
      status: .forbidden, headers: [.contentType: "text/plain; charset=utf-8"],
      body: .init(byteBuffer: ByteBuffer(string: reason + "\n")))
  }
}
