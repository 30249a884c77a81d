import Archives
import JSON
import Reports

/// `netlab inspect` of HTTP archives, each by itself.
struct ArchiveInspection {
    private let files: [String]
    private let options: InspectOptions

    /// `refused` are the options given that archives do not allow; `archive` is the file that made it one.
    init(
        _ files: [String],
        _ options: InspectOptions,
        refusing refused: [String],
        archive: String
    ) throws(CommandFailure) {
        if let option = refused.first {
            throw CommandFailure(
                .wrongUsage,
                "\(archive) is an HTTP archive, which holds no packets: leave \(option) out",
                advice: "a capture has them: netlab capture, or netlab proxy --pcap"
            )
        }
        if let other = files.first(where: { !ArchiveFile.isArchive($0) }) {
            throw CommandFailure(
                .wrongUsage,
                "\(archive) is an HTTP archive and \(other) is none: inspect them one after the other"
            )
        }
        self.files = files
        self.options = options
    }

    func show(on console: Console) throws(CommandFailure) {
        var reports: [ArchiveReport] = []
        for file in files {
            let report = ArchiveReport(
                try ArchiveFile.read(file),
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
