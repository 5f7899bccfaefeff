import Files
import Rendering

/// The jobs of a run, one for each photo, with their outputs named.
struct BatchJobs {
  let all: [PhotoJob]
  /// The jobs this run processes: the jobs in its shard whose products match the conditions.
  let own: [PhotoJob]
  private let context: BatchContext
  /// Files in the output folder that no output can replace, by absolute path, with their role.
  private let neededFiles: [FilePath: String]

  /// - Throws: ``PackshotError`` if an output would replace a file that the run needs.
  init(_ photos: [InputPhoto], in context: BatchContext) throws {
    self.context = context
    var all = JobThreads.map(photos, count: context.options.jobs) { PhotoJob(photo: $0, context: context) }
    let needed = Self.neededFiles(of: all, in: context)
    for path in all.lazy.flatMap({ $0.outputPaths ?? [] }) where !needed.isEmpty {
      if let role = needed[FilePath(context.outputPath(path))] {
        throw PackshotError.replacesInput(path: context.outputPath(path), role: role)
      }
    }
    Self.findClashes(among: &all, outputCount: context.prepared.recipe.outputs.count)
    (self.all, neededFiles) = (all, needed)
    let (shard, conditions) = (context.options.shard, context.options.conditions)
    let isOwn = { (job: PhotoJob) in
      try shard?.contains(job.photo) != false
        && conditions.allSatisfy {
          try $0.holds(for: context.names.attribute($0.attribute, of: job.photo), of: job.photo)
        }
    }
    own = shard == nil && conditions.isEmpty ? all : try all.filter(isOwn)
  }

  /// Fails all photos that would write the same file. Photos of other shards count too, so that each shard finds the
  /// same clashes.
  private static func findClashes(among jobs: inout [PhotoJob], outputCount: Int) {
    var makers: [FilePath: Int] = [:]
    makers.reserveCapacity(jobs.count * outputCount)
    var clashes: [(path: String, jobs: [Int])] = []
    var known: [FilePath: Int] = [:]
    for (place, job) in jobs.enumerated() {
      for path in job.outputPaths ?? [] {
        guard let first = makers[FilePath(path)] else {
          makers[FilePath(path)] = place
          continue
        }
        if let clash = known[FilePath(path)] {
          clashes[clash].jobs.append(place)
        } else {
          known[FilePath(path)] = clashes.count
          clashes.append((path, [first, place]))
        }
      }
    }
    for (path, places) in clashes {
      for place in places where jobs[place].clash == nil {
        let other = jobs[places[0] == place ? places[1] : places[0]].photo
        jobs[place].clash = .sameOutput(
          path: path, other: other.path, more: places.count - 2, fields: jobs[place].photo.fields(tellingApart: other))
      }
    }
  }

  /// Paths of the outputs that this run makes, relative to the output folder.
  var outputPaths: some Sequence<String> { own.lazy.flatMap { $0.outputPaths ?? [] } }

  /// A warning if the run leaves pictures of several photos alone.
  var groupWarnings: [Warning] {
    let all = own.flatMap(\.leftAlone)
    guard let first = all.first else { return [] }
    let pictures = all.count == 1 ? "1 picture of several photos is" : "\(all.count) pictures of several photos are"
    return [
      Warning(
        "\(pictures) kept, because the run leaves out photos that they show, such as \(first.photo)",
        remedy: .nameAllPhotos)
    ]
  }

  /// Returns the pictures of earlier runs that no job produces any more.
  ///
  /// - Parameter emptyFolders: Named folders without photos. The pictures of photos that were in these folders are
  ///   kept.
  func orphans(notOf emptyFolders: [String]) -> Orphans {
    Orphans(jobs: all, in: context, sparing: Set(neededFiles.keys), notOf: emptyFolders)
  }

  private static func neededFiles(of jobs: [PhotoJob], in context: BatchContext) -> [FilePath: String] {
    var needed: [FilePath: String] = [:]
    let need = { (path: String, role: String) in
      if path.isPath(in: context.outputFolder) { needed[FilePath(path)] = role }
    }
    for job in jobs { need(job.path, "one of the photos") }
    for resource in context.prepared.resources { need(context.inputPath(resource.path), resource.kind.role) }
    need(context.inputPath(context.prepared.recipe.file), "the recipe")
    for table in context.prepared.recipe.tables {
      need(context.inputPath(RecipeFiles.resolve(table.path, in: context.prepared.recipe)), "a table of the recipe")
    }
    for file in context.prepared.recipe.includedFiles { need(context.inputPath(file), "a part of the recipe") }
    for name in [OutputTree.lockName] + [context.options.shard?.lockName].compactMap(\.self) {
      need(context.outputFolder + "/" + name, "the lock of the output folder")
    }
    for suffix in ["", "-wal", "-shm"] { need(context.inputPath(context.options.catalogPath) + suffix, "the catalog") }
    return needed
  }
}
