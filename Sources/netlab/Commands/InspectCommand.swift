import Inspection
import Reports
import Runs

/// `netlab inspect FILE...`.
struct InspectCommand: Command {
    static let name = "inspect"
    static let summary = "Show every HTTP response in a capture: size, speed, duration"
    static let usage = "FILE... [--json]"
    static let discussion = """
        FILE is a pcapng or pcap capture, or a run's folder, of which the client's capture is taken. What could not be
        understood is reported with its packet number; what could be, is kept.
        """
    static let options = [CommandOption("--json", about: "one JSON document")]
    static let examples = [
        (line: "netlab inspect captures/latest", about: "what the client's host saw in the newest run"),
        (
            line: "netlab inspect client.pcapng --json | jq '.exchanges[].durationNs'",
            about: "for a program to read"
        ),
    ]

    private let files: [String]
    private let asJSON: Bool

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        files = arguments.positionals
        asJSON = arguments.has("--json")
        guard !files.isEmpty else {
            throw CommandFailure(.wrongUsage, "netlab inspect needs a capture", advice: Self.examples[0].line)
        }
    }

    func run(on console: Console) throws(CommandFailure) -> ExitStatus {
        var reports: [InspectionReport] = []
        for file in files {
            let path = CaptureReading.path(of: file)
            let inspection: CaptureInspection
            do {
                inspection = try CaptureReading.inspect(path)
            } catch {
                throw CommandFailure.invalidFile("\(path): error: \(error)")
            }
            if asJSON {
                reports.append(InspectionReport(inspection, file: path))
            } else {
                console.print(InspectionReport(inspection, file: path).text(console.style))
            }
        }
        if asJSON { console.print(InspectionReport.document(reports).pretty) }
        return .done
    }
}
