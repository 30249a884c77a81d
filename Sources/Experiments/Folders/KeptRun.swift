package import Analysis
import Capture
import Inspection
import LinkModel
import LinuxIO
package import Reports
package import Runs
package import Scenarios

/// A run analysed again from its folder, which holds what was recorded.
package struct KeptRun: Sendable {
    package let folder: String
    package let record: RunRecord
    package let scenario: Scenario
    package let result: RunResult

    package init(_ folder: String) throws(KeptRunError) {
        let reading = try RecordReading(folder)
        self.folder = folder
        record = reading.record
        scenario = reading.scenario
        result = RunAnalysis(
            record,
            scenario: scenario,
            capture: try Self.sightings(.clientCapture, record, folder),
            originCapture: try Self.sightings(.serverCapture, record, folder),
            artifacts: Artifact.allCases.filter { WholeFile.exists("\(folder)/\($0.fileName)") }
        ).result()
    }

    private static func sightings(
        _ artifact: Artifact,
        _ record: RunRecord,
        _ folder: String
    ) throws(KeptRunError) -> [CaptureSighting] {
        guard WholeFile.exists("\(folder)/\(artifact.fileName)") || record.link.mode != .packet else {
            throw KeptRunError(folder: folder, fault: .absent(file: artifact.fileName))
        }
        do throws(CaptureError) {
            return try RunCapture.inspect(artifact, of: record, in: folder)?.sightings ?? []
        } catch {
            throw KeptRunError(folder: folder, fault: .unreadable(file: artifact.fileName, why: "\(error)"))
        }
    }

    /// Where the time went, and what would have helped: the simulator works it out.
    package var explanation: RunExplanation {
        var explanation = RunExplanation(result, missing: ResultAudit(of: result, in: folder).gaps)
        explanation.whatIfs = WhatIfStudy.changes(to: result, of: scenario)
        return explanation
    }

    /// The run as one page.
    package var page: RunPage { RunPage(explanation, link: record.linkLog) }

    /// Where the run and its simulation part; nil if it cannot be simulated.
    package var theoryParting: TheoryDivergence? { TheoryDivergence(record, scenario) }

    /// The exchanges as an HTTP archive, with the heads that the client's capture shows.
    package var archive: RunHTTPArchive {
        let seen = try? RunCapture.inspect(.clientCapture, of: record, in: folder, keepingFields: true)
        return RunHTTPArchive(result, seen: seen)
    }
}
