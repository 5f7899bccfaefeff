import PackshotKit

extension ExchangeRemedy: WordedRemedy {
  var words: String {
    switch self {
    case .giveFormat: "give its format with --format"
    case .giveEntity(let known): "give --entity with one of \(known.joined(separator: ", "))"
    case .giveEncoding: "or, if it is Windows-1252, as Excel saves CSV, give --encoding windows-1252"
    case .giveEntityOrFolder: "name it with --entity, or give a folder to export them all"
    case .allowOverwriting: "--overwrite replaces it"
    case .nameAnotherFile: suggestion
    case .declareDecimal: "or declare with --decimal comma or --decimal point how the file writes numbers"
    case .continueOrUndo(let label):
      "what remains is the newest edit in `packshot catalog history`, “\(label)”. "
        + "Importing the same file again continues it; `packshot catalog undo` undoes it once nothing is in the way"
    }
  }
}
