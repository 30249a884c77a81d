import Archives
import JSON
package import Programs
import Reports

/// `netlab inspect` of HTTP archives, each by itself.
package struct ArchiveInspection {
    private let files: [String]
    private let options: InspectOptions
    private let input: PipedInput?

    /// `archives` are those of the files that are one, `refused` the options given that archives do not allow;
    /// `input` is standard input, which `-` names.
    package init(
        _ files: [String],
        _ options: InspectOptions,
        archives: [String],
        from input: PipedInput?,
        refusing refused: [String]
    ) throws(CommandFailure) {
        let archive = archives.first == "-" ? "standard input" : archives.first ?? ""
        if let option = refused.first {
            throw CommandFailure(
                .wrongUsage,
                "\(archive) is an HTTP archive, which holds no packets: leave \(option) out",
                advice: "a capture has packets: netlab capture, or netlab proxy --pcap"
            )
        }
        if let other = files.first(where: { !archives.contains($0) }) {
            throw CommandFailure(
                .wrongUsage,
                "\(archive) is an HTTP archive and \(other) is not: inspect them one after the other"
            )
        }
        self.files = files
        self.options = options
        self.input = input
    }

    package func show(on console: Console) throws(CommandFailure) {
        defer { if files.contains("-") { input?.finish() } }
        var reports: [ArchiveReport] = []
        for file in files {
            let report = ArchiveReport(
                try ArchiveFile.read(file, input),
                file: file,
                filter: options.filter,
                ranking: options.ranking
            )
            switch options.form {
            case .json: reports.append(report)
            case .csv: ArchiveCSV(report).write { console.write($0) }
            case .text, .har: console.print(report.document)
            }
        }
        if options.form == .json { ArchiveReport.document(reports).write { console.write($0) } }
    }
}
