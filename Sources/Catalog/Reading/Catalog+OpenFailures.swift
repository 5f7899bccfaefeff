import Foundation
import GRDB
import ObjectStore

extension Catalog {
  /// A photo that failed when a recipe was last run over it.
  public struct OpenFailure: Sendable {
    /// Path of the photo, in the form of ``Photo/path``.
    public let path: String
    /// Message for people.
    public let message: String
    /// ID of the run in which the photo failed.
    public let run: UUID
    /// When that run began.
    public let started: Date
    /// The photo's record; nil if it was never rendered.
    public let photo: UUID?
  }

  /// Returns the photos that failed when a recipe was last run over them, the newest failure of each, newest first. Photos whose files are
  /// gone are included.
  ///
  /// - Parameter path: Only this photo, by its path in the form of ``Photo/path``.
  public func openFailures(of path: String? = nil) throws(StoreError) -> [OpenFailure] {
    try query { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT runFailure.path, message, runFailure.runId, max(run.started), photo.id
          FROM runFailure JOIN run ON run.id = runFailure.runId
            LEFT JOIN photo ON photo.path = runFailure.path AND photo.kind = 'original'
          WHERE resolvedAt IS NULL \(path == nil ? "" : "AND runFailure.path = ?")
          GROUP BY runFailure.path ORDER BY max(run.started) DESC, runFailure.path
          """, arguments: StatementArguments(path.map { [$0] } ?? [])
      ).map {
        OpenFailure(path: $0[0], message: $0[1], run: $0[2], started: Date(milliseconds: $0[3]), photo: $0[4])
      }
    }
  }

  /// Returns the open failures of earlier runs of a target, by the photos' paths in the form of ``Photo/path``.
  package func openFailures(ofRunsOf target: RunTarget) throws(StoreError) -> [String: [UUID]] {
    try query { db in
      let rows = try Row.fetchAll(db, sql: "SELECT id, path, runId FROM runFailure WHERE resolvedAt IS NULL")
      if rows.isEmpty { return [:] }
      var (isOfTarget, found): ([UUID: Bool], [String: [UUID]]) = ([:], [:])
      for row in rows {
        let run = row[2] as UUID
        if isOfTarget[run] == nil { isOfTarget[run] = try Run.fetch(db, run)?.target == target }
        if isOfTarget[run]! { found[row[1], default: []].append(row[0]) }
      }
      return found
    }
  }

  /// Closes failures, because their photos were processed again.
  package func resolveFailures(_ ids: [UUID]) throws(StoreError) {
    try transact { db in
      let resolve = try db.cachedStatement(sql: "UPDATE runFailure SET resolvedAt = ? WHERE id = ?")
      for id in ids { try resolve.execute(arguments: [Date().milliseconds, id]) }
    }
  }
}
