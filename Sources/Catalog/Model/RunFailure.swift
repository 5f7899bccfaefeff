import Foundation
import ObjectStore

extension Catalog {
  /// A photo that a run could not finish, and why.
  public struct RunFailure: Record {
    public var id = UUID.timeOrdered()
    /// Path of the input file, in the form of ``Photo/path``.
    public var path = ""
    /// Kind of failure, for programs: the raw value of an `ErrorCode`, such as `damaged` or `not-an-image`.
    public var code = ""
    /// Message for people.
    public var message = ""
    /// When a later run of the same recipe into the same folder processed the photo again, successfully or not. Nil if the failure is
    /// still open.
    public var resolvedAt: Date?
    /// The run in which the photo failed.
    public var runId = UUID()

    public init() {}

    public static let properties: [Property<RunFailure>] = [
      Property("id", \.id),
      Property("path", \.path, .length(1...4096)).kept,
      Property("code", \.code, .length(1...64)).kept,
      Property("message", \.message).kept,
      Property("resolvedAt", \.resolvedAt).kept,
      Property(.toOne("run", "Run", inverse: "failures", isOptional: false), \.runId).kept,
    ]

    public static let entity = Entity("RunFailure", properties)
  }
}
