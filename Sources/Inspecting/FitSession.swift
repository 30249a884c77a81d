package import Inspection
import JSON
import LinkModel
package import Programs
import Recordings
import Reports

/// `netlab inspect --fit`: estimates a capture's line and, on request, writes a scenario that replays it.
package struct FitSession {
    private let options: InspectOptions

    package init(_ options: InspectOptions) {
        self.options = options
    }

    package func show(_ inspection: CaptureInspection, file: String, on console: Console)
        throws(CommandFailure)
    {
        let fit = LineFit(inspection.log ?? PacketLog(), Array(inspection.flows))
        let report = FitReport(fit.line, file: file)
        if options.form == .json {
            console.print(report.json.pretty)
        } else {
            console.print(report.document)
        }
        guard let output = options.output else {
            console.note("next:    --fit -o FILE.yaml writes a scenario that fetches the same over this line")
            return
        }
        let replay = ReplayScenario(Recording(inspection, fit), name: ReplayTitle.text(output))
        for remark in replay.remarks {
            // The report has those of the line.
            if case .line = remark { continue }
            console.note("note: \(remark.words)")
        }
        guard !replay.isEmpty else {
            throw CommandFailure.invalidFile(
                "\(file): error: the capture holds no response that can be fetched again"
            )
        }
        try ReplayFolder.write(replay, alone: output)
        console.note("\(output): \(replay.summary)")
        console.note("next:    netlab run \(output)")
    }
}
