import Files

/// A job for each photo of a run, with its outputs named.
struct BatchJobs {
  let all: [PhotoJob]
  /// Those that the run is to do: its shard's, and those whose products are as it is told.
  let own: [PhotoJob]
  private let context: BatchContext

  /// Two photos that would write one file are refused before any work, and so is an output in the place of a file that the run
  /// needs.
  init(_ photos: [InputPhoto], in context: BatchContext) throws {
    self.context = context
    let all = WorkerThreads.map(photos, count: context.options.jobs) { PhotoJob(photo: $0, context: context) }
    self.all = all
    let (shard, conditions) = (context.options.shard, context.options.conditions)
    let isOwn = { (job: PhotoJob) in
      try shard?.contains(job.photo) != false
        && conditions.allSatisfy {
          try $0.holds(for: context.names.attribute($0.attribute, of: job.photo), of: job.photo)
        }
    }
    own = shard == nil && conditions.isEmpty ? all : try all.filter(isOwn)
    let needed = neededFiles
    var makers: [FilePath: InputPhoto] = [:]
    makers.reserveCapacity(photos.count * context.prepared.recipe.outputs.count)
    for job in all {
      for path in job.outputPaths ?? [] {
        if !needed.isEmpty, let role = needed[FilePath(context.outputPath(path))] {
          throw PackshotError.replacesInput(path: context.outputPath(path), role: role)
        }
        if let other = makers.updateValue(job.photo, forKey: FilePath(path)) {
          throw PackshotError.sameOutput(
            path: path, first: other.path, second: job.photo.path, fields: job.photo.fields(tellingApart: other))
        }
      }
    }
  }

  /// Where the outputs go that the run is to make, below the output folder.
  var outputPaths: some Sequence<String> { own.lazy.flatMap { $0.outputPaths ?? [] } }

  /// The pictures that no job makes any more.
  func orphans(notOf emptyFolders: [String]) -> Orphans {
    Orphans(jobs: all, in: context, sparing: Set(neededFiles.keys), notOf: emptyFolders)
  }

  /// Files in the output folder that no output may replace, from the root, with what they are.
  private var neededFiles: [FilePath: String] {
    var needed: [FilePath: String] = [:]
    let need = { (path: String, role: String) in
      if path.isPath(in: context.outputFolder) { needed[FilePath(path)] = role }
    }
    for job in all { need(job.path, "one of the photos") }
    for resource in context.prepared.resources { need(context.inputPath(resource.path), resource.kind.role) }
    need(context.inputPath(context.prepared.recipe.file), "the recipe")
    if let data = context.prepared.recipe.data {
      need(context.inputPath(ProductTable.path(of: data, in: context.prepared.recipe)), "the recipe's data")
    }
    for file in context.prepared.recipe.includedFiles { need(context.inputPath(file), "a part of the recipe") }
    for name in [OutputFolder.lockName] + [context.options.shard?.lockName].compactMap(\.self) {
      need(context.outputFolder + "/" + name, "the lock of the output folder")
    }
    for suffix in ["", "-wal", "-shm"] { need(context.inputPath(context.options.catalogPath) + suffix, "the catalog") }
    return needed
  }
}
