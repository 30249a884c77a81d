import Grounds
import JSON
import LinkModel
import LinuxIO
import Logs
package import Runs
import ScenarioFormat
package import Scenarios
import Testbed

/// A run's record, read back from its folder with the scenario that the run had.
package struct RecordReading {
    /// Larger files were not written by a run.
    private static let mostBytes = 2 << 30

    package private(set) var record: RunRecord
    package let scenario: Scenario
    private let folder: String
    private let document: JSONValue

    package init(_ folder: String) throws(KeptRunError) {
        self.folder = folder
        document = try Self.document(in: folder)
        record = try Self.record(document, in: folder)
        scenario = try Self.scenario(of: record, in: folder)
        record.link.parameters = scenario.link.parameters
        record.timing = try log(.timingLog)
        record.linkLog = try log(.linkLog)
        record.originLog = try log(.originLog)
        if writes(.quicLog) { record.quicLog = try log(.quicLog) }
        if writes(.proxyLog) { record.proxyLog = try log(.proxyLog) }
        if writes(.tlsKeys) { record.tlsSecrets = try secrets() }
        try check()
    }

    /// The record alone, without its logs.
    package static func record(in folder: String) throws(KeptRunError) -> RunRecord {
        try record(try document(in: folder), in: folder)
    }

    private static func record(_ document: JSONValue, in folder: String) throws(KeptRunError) -> RunRecord {
        if let record = RunRecord(json: document) { return record }
        let file = RunRecord.fileName
        guard document["schema"] == .string(RunRecord.schema) else {
            throw KeptRunError(folder: folder, fault: .otherVersion(file: file, schema: RunRecord.schema))
        }
        throw KeptRunError(
            folder: folder,
            fault: .unreadable(file: file, why: "a part of the record is missing")
        )
    }

    // MARK: Files

    private static func document(in folder: String) throws(KeptRunError) -> JSONValue {
        guard WholeFile.exists("\(folder)/\(RunRecord.fileName)") else {
            throw KeptRunError(folder: folder, fault: withoutRecord(folder))
        }
        let bytes = try read(RunRecord.fileName, in: folder)
        do throws(JSONSyntaxError) {
            return try JSONValue(parsing: bytes)
        } catch {
            throw KeptRunError(folder: folder, fault: .unreadable(file: RunRecord.fileName, why: "\(error)"))
        }
    }

    private static func withoutRecord(_ folder: String) -> KeptRunError.Fault {
        guard WholeFile.exists("\(folder)/\(RunResult.fileName)") else { return .noRun }
        let result = (try? read(RunResult.fileName, in: folder)).flatMap { try? JSONValue(parsing: $0) }
        return result?["netlab"]?.text.map { .noRecord(netlab: $0) } ?? .absent(file: RunRecord.fileName)
    }

    private static func read(_ file: String, in folder: String) throws(KeptRunError) -> [UInt8] {
        let path = "\(folder)/\(file)"
        guard WholeFile.exists(path) else { throw KeptRunError(folder: folder, fault: .absent(file: file)) }
        do throws(SystemCallError) {
            return try WholeFile.read(path, limit: mostBytes)
        } catch {
            throw KeptRunError(folder: folder, fault: .unreadable(file: file, why: error.reason))
        }
    }

    private static func scenario(of record: RunRecord, in folder: String) throws(KeptRunError) -> Scenario {
        let file = Artifact.resolvedScenario.fileName
        let path = "\(folder)/\(file)"
        let text = try read(file, in: folder)
        let set = try? ScenarioLoader.load(text: text, file: path, files: ScenarioFiles(besides: path))
        guard var scenario = set?.variants.first?.scenario,
            BenchPlan(scenario: scenario, resolved: String(decoding: text, as: UTF8.self)).digest
                == record.scenarioDigest,
            scenario.expectations.count == record.expectationLines.count
        else { throw KeptRunError(folder: folder, fault: .otherScenario) }
        for (place, line) in record.expectationLines.enumerated() { scenario.expectations[place].line = line }
        return scenario
    }

    // MARK: Logs

    private func writes(_ log: Artifact) -> Bool { document["entries"]?[log.rawValue]?.int ?? 0 > 0 }

    private func log<Entry: JSONLineReadable>(_ log: Artifact) throws(KeptRunError) -> [Entry] {
        let reading = LogReading<Entry>(try Self.read(log.fileName, in: folder))
        guard reading.hasSchema else {
            throw KeptRunError(folder: folder, fault: .otherVersion(file: log.fileName, schema: Entry.schema))
        }
        guard reading.left == 0 else {
            throw KeptRunError(folder: folder, fault: .foreignLines(log, count: reading.left))
        }
        return reading.entries
    }

    private func secrets() throws(KeptRunError) -> [String] {
        let bytes = try Self.read(Artifact.tlsKeys.fileName, in: folder)
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    // MARK: Checks

    /// Refuses what no run writes: an analysis of it would blame the wrong causes.
    private func check() throws(KeptRunError) {
        for log in LogEntries.logs {
            let written = document["entries"]?[log.rawValue]?.int ?? 0
            guard record.entries[log] == written else {
                let fault = KeptRunError.Fault.entries(log, found: record.entries[log], written: written)
                throw KeptRunError(folder: folder, fault: fault)
            }
        }
        let file = RunRecord.fileName
        if let other = document.differences(from: record.json).first {
            throw KeptRunError(folder: folder, fault: .impossible(file: file, place: other.path))
        }
        if let (file, place) = record.impossible {
            throw KeptRunError(folder: folder, fault: .impossible(file: file, place: place))
        }
    }
}
