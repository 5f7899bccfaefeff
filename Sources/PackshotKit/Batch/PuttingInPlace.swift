import Files
import Foundation
import Rendering

/// Puts the files of a group of photos in their places, so that a loss of power at any moment leaves whole files only, and every
/// one of them is known for a run's: the bytes of all files, and the output folder's journal, which says what is to come, are
/// flushed to the disk; the files are renamed; their names are flushed.
///
/// What can be waited for together is: a group takes two waits for the disk, however many files it has.
struct PuttingInPlace {
  let folder: OutputFolder
  let context: BatchContext

  /// What keeps a photo's files from getting there becomes the photo's failure.
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
    let failures = WorkerThreads.together(files.map(\.file) + [nil]) { file -> PackshotError? in
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

  /// What the journal says of an output before it is put in its place.
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
        if try !file.moveIntoPlace(replacing: output.mayReplace) {
          // It came while the photo was at work.
          job.outputs[index].adoptOrLeave(place)
        } else if let moved = FileStatus(path: place), moved.hasContent(of: status) {
          // To be renamed has changed it.
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
        // They are there, and may not be after a loss of power: the next run looks.
        jobs[index].fail(error)
      }
    }
  }
}
