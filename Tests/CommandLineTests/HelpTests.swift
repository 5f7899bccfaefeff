import Foundation
import Testing

@Suite struct HelpTests {
  /// A command's help, parsed.
  private struct Help {
    let text: String
    /// Its subcommands.
    let subcommands: [String]
    /// The long options it lists.
    let options: Set<String>

    init(_ text: String) {
      self.text = text
      let lines = text.split(separator: "\n")
      let indented = { (heading: String) in
        lines.drop { $0 != heading }.dropFirst().prefix { $0.hasPrefix("  ") }
      }
      // The program's commands are listed in groups.
      subcommands = lines.filter { $0.hasSuffix("SUBCOMMANDS:") }.flatMap { indented(String($0)) }.compactMap { line in
        line.firstMatch(of: /^  ([a-z-]+)/).map { String($0.1) }
      }
      options = Set(
        lines.drop { !$0.hasPrefix("USAGE: ") }.filter { $0.hasPrefix("  -") }
          .flatMap { line in line.prefix { $0 != "<" }.matches(of: /--[a-z][a-z-]*/).map { String($0.0) } })
    }
  }

  /// All commands with their help: the whole help, or the page that `--help` prints.
  private static func commands(
    of packshot: Packshot, by option: String = "--help-all", below path: [String] = []
  ) throws -> [[String]: Help] {
    let help = try Help(packshot.run(path + [option]).output)
    return try help.subcommands.reduce(into: [path: help]) { all, name in
      all.merge(try commands(of: packshot, by: option, below: path + [name])) { $1 }
    }
  }

  @Test func everyPageFitsAScreenAndBeginsWithAnExample() throws {
    for (path, help) in try Self.commands(of: Packshot(), by: "--help") {
      let lines = help.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      #expect(lines.count <= 60, "\(path): \(lines.count) lines")
      #expect(lines.allSatisfy { $0.count <= 80 }, "\(path)")
      let heading = lines.firstIndex { $0.allSatisfy(\.isUppercase) && !$0.isEmpty }
      #expect(heading == lines.firstIndex(of: "EXAMPLE"), "\(path)")
      // A wrapped example can't be copied.
      let example = lines.drop { $0 != "EXAMPLE" }.dropFirst().prefix { !$0.isEmpty }
      #expect(!example.isEmpty && example.allSatisfy { $0.hasPrefix("  ") }, "\(path)")
    }
  }

  @Test func rareOptionsAndDetailsAreOnlyInTheWholeHelp() throws {
    let page = try Packshot().run("run", "--help").output
    let all = try Packshot().run("run", "--help-all").output
    #expect(page.contains("--help-all") && !page.contains("--max-pixels <pixels>") && !page.contains("DETAILS"))
    #expect(all.contains("--max-pixels <pixels>") && all.contains("DETAILS") && all.contains("PATTERNS"))
    // A page without omissions doesn't offer more.
    #expect(try !Packshot().run("init", "--help").output.contains("--help-all"))
  }

  @Test func everyCommandIsListedAndHasAnExample() throws {
    let commands = try Self.commands(of: Packshot())
    let top = try #require(commands[[]])
    for name in ["run", "thumb", "render", "photos", "completions", "manual"] {
      #expect(top.subcommands.contains(name))
    }
    for (path, help) in commands {
      let example = help.text.range(of: "EXAMPLE").map { help.text[$0.upperBound...] } ?? ""
      let name = (["packshot"] + path).joined(separator: " ")
      #expect(example.contains(name), "\(path)")
      #expect(help.text.contains("USAGE: \(name)"), "\(path)")
      #expect(help.text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(path)")
    }
  }

  /// The version, Swift, and the libraries: what a bug report needs.
  @Test(arguments: [["--version"], ["run", "--version"]]) func theVersionNamesSwiftAndTheLibraries(
    _ arguments: [String]
  ) throws {
    let lines = try Packshot().run(arguments).output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0].wholeMatch(of: /packshot 0\.1\.0( \(commit [0-9a-f]{7,}(-dirty)?\))?/) != nil)
    #expect(lines[1].wholeMatch(of: /Swift 6\.\d+, (x86-64, (baseline|avx2|avx512)|arm64)/) != nil, "\(lines[1])")
    for library in ["libjpeg-turbo 2", "libpng 1.6.", "zlib 1.", "libdeflate 1.", "SQLite 3.", "ICU "] {
      #expect(lines[2].contains(library), "\(library) in \(lines[2])")
    }
  }

  /// The exceptions print a file for another program, or run until they are stopped.
  @Test func everyCommandPrintsItsResultAsJSON() throws {
    let without: Set = [
      ["init"], ["manifest"], ["worker"], ["manual"], ["completions"], ["recipe", "schema"], ["golden", "comment"],
      ["catalog", "watch"], ["studio"],
    ]
    let commands = try Self.commands(of: Packshot()).filter(\.value.subcommands.isEmpty)
    #expect(Set(commands.filter { !$0.value.text.contains("\n  --json ") }.keys) == without)
  }

  /// At 80 columns, no line breaks early, and no paragraph ends with a single word that a shorter text would avoid. Lists of
  /// names come from the model.
  @Test func noHelpLineBreaksEarlyOrHasASingleWord() throws {
    let margin = String(repeating: " ", count: 26)
    for (path, help) in try Self.commands(of: Packshot()) {
      let lines = help.text.split(separator: "\n", omittingEmptySubsequences: false)
      var isList = false
      for (index, line) in lines.enumerated().dropFirst().dropLast() {
        let (before, after) = (lines[index - 1], lines[index + 1])
        let isFlush = { (line: Substring) in line.first.map { $0 != " " } ?? false }
        if before.isEmpty { isList = line.hasPrefix("Names:") || line.hasPrefix("Attributes:") }
        if isFlush(line), isFlush(before), before.contains(where: \.isLowercase), !isList {
          #expect(before.count + 1 + line.prefix { $0 != " " }.count > 72, "\(path): \(before) / \(line)")
        }
        let isLast =
          isFlush(line) ? isFlush(before) && after.isEmpty : line.hasPrefix(margin) && !after.hasPrefix(margin)
        if isLast, !isList { #expect(line.split(separator: " ").count > 1, "\(path): \(before) / \(line)") }
      }
    }
  }

  /// Messages about limits name the option that raises them.
  @Test func everyCommandThatReadsPicturesHasTheLimits() throws {
    let limits = ["pixels", "file-size", "metadata", "scans", "memory", "seconds"].map { "--max-" + $0 }
    let readers = try Self.commands(of: Packshot()).filter { $1.text.contains("--sandbox") }
    #expect(readers.count > 8)
    for (path, help) in readers { #expect(help.options.isSuperset(of: limits), "\(path)") }
  }

  /// The worker is internal: no help, completion or hint mentions it.
  @Test(arguments: [
    ["--help"], ["manual"], ["completions", "bash"], ["completions", "zsh"], ["completions", "fish"],
    ["sandboxed-photo-worker"], ["sandboxed-photo-wroker"],
  ])
  func theWorkerIsHidden(arguments: [String]) throws {
    let run = try Packshot().run(arguments)
    let text = (run.output + run.errors).replacing("no command `\(arguments[0])`", with: "")
    #expect(!text.contains("photo-worker"), "\(text)")
    #expect(run.status == (arguments[0].hasSuffix("ker") ? 64 : 0))
  }

  @Test func theManualHasEveryCommandAndOption() throws {
    let packshot = try Packshot()
    let manual = try packshot.run("manual")
    #expect(manual.status == 0 && manual.output.hasPrefix(".TH PACKSHOT 1"))
    // The roff text without escapes and fonts.
    let text = manual.output.replacing("\\-", with: "-").replacing(/\\f[BIR]/, with: "")
    let sections = text.components(separatedBy: "\n.SS ").dropFirst().map { section in
      (title: section.prefix { $0 != "\n" }, text: section)
    }
    for (path, help) in try Self.commands(of: packshot) where !path.isEmpty {
      let title = (["packshot"] + path).joined(separator: " ")
      let section = try #require(sections.first { $0.title == title }, "\(title) has no section")
      for option in help.options.subtracting(["--help", "--version"]) {
        #expect(section.text.contains("\(option)"), "\(title) \(option)")
      }
    }
    for variable in ["PACKSHOT_CATALOG", "PACKSHOT_CPU", "PACKSHOT_LOG", "NO_COLOR"] {
      #expect(text.contains(variable))
    }
  }

  @Test(.enabled(if: Packshot.finds("groff"), "groff is not in PATH")) func groffAcceptsTheManual() throws {
    try expectNoComplaint(of: "groff -man -ww -z")
  }

  @Test(.enabled(if: Packshot.finds("mandoc"), "mandoc is not in PATH")) func mandocAcceptsTheManual() throws {
    try expectNoComplaint(of: "mandoc -T lint -W warning")
  }

  private func expectNoComplaint(of check: String) throws {
    let packshot = try Packshot()
    try packshot.write(packshot.run("manual").output, to: "packshot.1")
    let shell = try packshot.shell("\(check) packshot.1 2>&1")
    #expect(shell.status == 0 && shell.output.isEmpty, "\(shell.output)")
  }

  /// In a separate bash: the completions of TAB after the last word.
  @Test(arguments: [
    ("packshot th", ["thumb"]),
    ("packshot filters sep", ["sepiaTone"]),
    ("packshot thumb --mode ''", ["contain", "cover", "stretch"]),
    ("packshot thumb --format p", ["png"]),
    ("packshot photos list --kind ''", ["original", "rendition", "source"]),
    ("packshot catalog watch c", ["collections", "customers"]),
    ("packshot completions ''", ["bash", "fish", "zsh"]),
    (
      "packshot run --max",
      ["--max-file-size", "--max-memory", "--max-metadata", "--max-pixels", "--max-scans", "--max-seconds"]
    ),
    ("packshot run ''", ["photos", "recipe.yaml"]),
    ("packshot run recipe.yaml photos/M", ["photos/MUG-1_front.jpg", "photos/MUG-1_side.jpg"]),
    ("packshot run recipe.yaml photos --output ''", ["photos"]),
    ("packshot photos list --catalog ''", ["photos", "shop.sqlite"]),
  ])
  func bashCompletesCommandsOptionsAndValues(words: String, offered: [String]) throws {
    let packshot = try Packshot.shop()
    try packshot.write("", to: "shop.sqlite")
    try packshot.write(packshot.run("completions", "bash").output, to: "completions.bash")
    let shell = try packshot.shell(
      """
      source completions.bash
      complete -p packshot > specification
      function=$(sed 's/.*-F \\([^ ]*\\).*/\\1/' specification)
      COMP_WORDS=(\(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMP_LINE="${COMP_WORDS[*]}"
      COMP_POINT=${#COMP_LINE}; COMP_TYPE=9
      "$function" packshot "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """)
    #expect(shell.output.split(separator: "\n").map(String.init).sorted() == offered, "\(shell.errors)")
  }

  @Test func zshAndFishHaveCompletions() throws {
    let packshot = try Packshot()
    #expect(try packshot.run("completions", "zsh").output.hasPrefix("#compdef packshot"))
    #expect(try packshot.run("completions", "fish").output.contains("complete -c 'packshot'"))
    #expect(try packshot.run("completions", "csh").status == 64)
  }
}
