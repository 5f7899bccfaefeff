import PackshotKit

extension BatchRemedy: WordedRemedy {
  var words: String {
    switch self {
    case .waitOrChooseFolder: "wait for it to finish, or choose another --output"
    case .leaveOut: "--exclude leaves them out"
    case .runForAll: "run without --changed-products to render them"
    case .tellNamesApart(let fields): "\(Self.advice(fields)), or leave one out with --exclude"
    case .giveCommonFolder: "give the folder that holds both, or leave one out with --exclude"
    case .giveAsInput: "to render it, give it without --files-from"
    case .leaveOutOldSheet: "use --exclude if it is an older sheet"
    case .allowMoreWatches: "sysctl fs.inotify.max_user_instances raises the limit; otherwise leave --watch out"
    case .importShards: "run without --shard, after the shards' catalogs were imported"
    }
  }
}

extension ConflictRemedy: WordedRemedy {
  var words: String {
    switch self {
    case .overwrite: "--overwrite replaces it"
    case .separateFolders: "use a separate output folder for each recipe, or replace it with --overwrite"
    }
  }
}
