import Files
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

  /// Returns the newest open failure of each photo, newest first, including photos whose files no longer exist. Leaves out failures with
  /// recipes whose files no longer exist, because no later run can resolve them.
  ///
  /// - Parameter path: Path of a single photo, in the form of ``Photo/path``; nil for all photos.
  public func openFailures(of path: String? = nil) throws(StoreError) -> [OpenFailure] {
    try query { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT runFailure.path, message, runFailure.runId, run.started, photo.id
          FROM runFailure JOIN run ON run.id = runFailure.runId
            LEFT JOIN photo ON photo.path = runFailure.path AND photo.kind = 'original'
          WHERE resolvedAt IS NULL \(path == nil ? "" : "AND runFailure.path = ?")
          ORDER BY run.started DESC, runFailure.path
          """, arguments: StatementArguments(path.map { [$0] } ?? []))
      var (hasRecipe, seen, found): ([UUID: Bool], Set<String>, [OpenFailure]) = ([:], [], [])
      for row in rows {
        let run = row[2] as UUID
        if hasRecipe[run] == nil { hasRecipe[run] = try isRecipeThere(Run.fetch(db, run)) }
        guard hasRecipe[run]!, seen.insert(row[0]).inserted else { continue }
        found.append(
          OpenFailure(path: row[0], message: row[1], run: run, started: Date(milliseconds: row[3]), photo: row[4]))
      }
      return found
    }
  }

  /// Whether a run's recipe can be run again. True if the run's options don't name its file.
  private func isRecipeThere(_ run: Run?) -> Bool {
    run?.target?.recipe.map { FileStatus.isAnything(at: paths.resolvedPath($0)) } ?? true
  }

  /// Returns the IDs of open failures from earlier runs of a target, keyed by the photo's path in the form of ``Photo/path``.
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

  /// Marks failures as resolved, at the current time.
  package func resolveFailures(_ ids: [UUID]) throws(StoreError) {
    try transact { db in
      let resolve = try db.cachedStatement(sql: "UPDATE runFailure SET resolvedAt = ? WHERE id = ?")
      for id in ids { try resolve.execute(arguments: [Date().milliseconds, id]) }
    }
  }
}
