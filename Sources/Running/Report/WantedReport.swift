package import Programs
import Reports
import Runs

/// A report that `netlab report` or `netlab run` is to write.
package struct WantedReport: Hashable {
    package enum Kind: String, Hashable, CaseIterable {
        case html, junit, tap, csv, har, github

        /// In the run's folder; nil if it goes to the console.
        var fileName: String? {
            switch self {
            case .html: RunPage.fileName
            case .junit: "junit.xml"
            case .tap: "report.tap"
            case .csv: "transfers.csv"
            case .har: Artifact.httpArchive.fileName
            case .github: nil
            }
        }

        /// True if one file can hold several runs.
        var holdsSeveralRuns: Bool {
            switch self {
            case .html, .har: false
            case .junit, .tap, .csv, .github: true
            }
        }
    }

    /// The kinds in a sentence.
    package static let kinds = "html, junit, tap, csv, har or github"

    package var kind: Kind
    /// nil writes into the run's folder, and `-` to standard output.
    var file: String?

    /// What `--report` asks for; empty without it.
    static func named(in arguments: ParsedArguments) throws(CommandFailure) -> [WantedReport] {
        var wanted: [WantedReport] = []
        for word in arguments.values("--report").flatMap({ $0.split(separator: ",") }) {
            wanted.append(try WantedReport(word))
        }
        return wanted
    }

    /// The page of each run, in its folder.
    static let page = WantedReport(kind: .html, file: nil)

    /// What `--report` and `-o` ask for.
    package static func all(in arguments: ParsedArguments) throws(CommandFailure) -> [WantedReport] {
        var wanted = try named(in: arguments)
        if wanted.isEmpty { wanted = [page] }
        guard let file = arguments.value("-o") else { return wanted }
        guard wanted.count == 1, wanted[0].file == nil else {
            throw CommandFailure(
                .wrongUsage,
                "-o names the file of a single report",
                advice: "--report html=FILE,junit=FILE names several"
            )
        }
        wanted[0].file = file
        return wanted
    }

    private init(kind: Kind, file: String?) {
        self.kind = kind
        self.file = file
    }

    private init(_ word: Substring) throws(CommandFailure) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts.first.map(String.init) ?? ""
        guard let kind = Kind(rawValue: name) else {
            let nearest = name.nearest(among: Kind.allCases.map(\.rawValue))
            throw CommandFailure(
                .wrongUsage,
                "--report takes \(Self.kinds): not `\(name)`",
                advice: nearest.map { "did you mean `\($0)`?" }
            )
        }
        let file = parts.count == 2 ? String(parts[1]) : nil
        guard file != "" else {
            throw CommandFailure(.wrongUsage, "--report \(name)= names no file")
        }
        self.init(kind: kind, file: file)
    }
}
