import Hummingbird

/// The style sheet and the script, which are part of the program.
struct EmbeddedFile {
  let name: String
  let type: String
  let bytes: [UInt8]

  static let all = [
    EmbeddedFile(name: "studio.css", type: "text/css; charset=utf-8", bytes: PackageResources.studio_css),
    EmbeddedFile(name: "studio.js", type: "text/javascript; charset=utf-8", bytes: PackageResources.studio_js),
  ]

  static func add(to router: Router<BasicRequestContext>) {
    for file in all {
      router.get("/\(file.name)") { _, _ in
        Response(
          status: .ok, headers: [.contentType: file.type, .cacheControl: "no-cache"],
          body: .init(byteBuffer: ByteBuffer(bytes: file.bytes)))
      }
    }
  }
}
