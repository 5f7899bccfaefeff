import Files
import Foundation
import Rendering

/// Publishes the files of a group of photos. A power cut at any moment leaves only complete files, and each of them can
/// be recognised as written by a run. First the bytes of all files are flushed, together with the output folder's
/// journal, which lists the files to come. Then the files are renamed, and their folders flushed.
///
/// Flushes run in parallel, so a group waits for the disk twice, however many files it has.
struct FilePublisher {
  let folder: OutputFolder
  let context: BatchContext

  /// Publishes the files. An error becomes the failure of the photo concerned.
  func callAsFunction(_ jobs: inout [FinishedJob]) throws {
    try flush(&jobs)
    for index in jobs.indices { putInPlace(&jobs[index]) }
    synchronizeNames(of: &jobs)
  }

  private func flush(_ jobs: inout [FinishedJob]) throws {
    let announced = jobs.flatMap { job in job.outputs.compactMap { announcement(of: $0, by: job) } }
    if announced.isEmpty { return }
    try folder.announce(announced)
    let files = jobs.enumerated().flatMap { index, job in job.files.map { (job: index, file: $0) } }
    let (path, journal) = (folder.path, folder.journalFile)
    let failures = JobThreads.together(files.map(\.file) + [nil]) { file -> PackshotError? in
      do throws(PackshotError) {
        if let file { try file.flush() } else { try OutputFolder.flush(journal, of: path) }
        return nil
      } catch {
        return error
      }
    }
    if let failure = failures.last! { throw failure }
    for case (let file, let failure?) in zip(files, failures) { jobs[file.job].fail(failure) }
  }

  /// Returns the journal entry to write before an output is published.
  private func announcement(
    of output: FinishedJob.Output, by job: FinishedJob
  ) -> (path: String, entry: OutputJournal.Entry)? {
    switch output.state {
    case .renamed, .rendered: break
    default: return nil
    }
    guard let sha256 = output.sha256 else { return nil }
    return (
      output.path,
      OutputJournal.Entry(
        sha256: sha256, recipe: context.prepared.recipe.name, photo: context.inputPath(job.photo.path))
    )
  }

  private func putInPlace(_ job: inout FinishedJob) {
    for index in job.outputs.indices {
      do {
        if case .renamed(let old) = job.outputs[index].state { try rename(old, to: &job.outputs[index]) }
        guard case .rendered(let file, let status) = job.outputs[index].state else { continue }
        let output = job.outputs[index]
        let place = folder.path(of: output.path)
        // A file with the picture's fingerprint is the same picture, unless somebody has modified it.
        let isNamedByHash = context.prepared.recipe.outputs[output.index].template.fields.contains(.hash)
        if try !file.moveIntoPlace(replacing: output.replacesFile || isNamedByHash && context.options.overwrite) {
          // The file appeared while the photo was being rendered, or has its fingerprint.
          job.outputs[index].adoptOrLeave(place, isOnRecord: context.known?.rendition(place) != nil)
        } else if let moved = FileStatus(path: place), moved.hasContent(of: status) {
          // Renaming changes the file's change time.
          job.outputs[index].state = .rendered(file, moved)
        }
      } catch {
        job.failure = PhotoFailure(error)
        job.outputs.removeSubrange(index...)
        return
      }
    }
  }

  private func rename(_ old: RenamedOutput, to output: inout FinishedJob.Output) throws {
    guard FileStatus(path: folder.path(of: old.path)) == old.status else {
      throw PackshotError.cannotWrite(
        path: folder.path(of: output.path), why: "\(old.path) was changed before it could be renamed; run again")
    }
    guard try folder.rename(old.path, to: output.path) else { return output.adoptOrLeave(folder.path(of: output.path)) }
    output.state = .renamed(
      RenamedOutput(
        path: old.path, rendition: old.rendition, status: FileStatus(path: folder.path(of: output.path)) ?? old.status))
  }

  private func synchronizeNames(of jobs: inout [FinishedJob]) {
    let names = jobs.flatMap(\.newNames)
    for (place, error) in names.isEmpty ? [] : folder.synchronizeNames(of: names) {
      for index in jobs.indices where jobs[index].newNames.contains(where: { folder.path(of: $0).isPath(in: place) }) {
        // The files exist, but a power cut may lose them, so the photo fails and the next run checks again.
        jobs[index].fail(error)
      }
    }
  }
}
