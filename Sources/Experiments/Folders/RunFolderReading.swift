package import Analysis
import Grounds
import JSON
import LinuxIO
import Logs
import Runs
import ScenarioFormat
import Scenarios

/// A run's folder read back, as far as it is readable.
package struct RunFolderReading {
    /// Larger logs were not written by a run.
    private static let mostBytes = 2 << 30

    private let folder: String
    package private(set) var files = RunFiles()

    package init(_ folder: String) {
        self.folder = folder
        readResult()
        readScenario()
        files.timing = log(.timingLog)
        files.link = log(.linkLog)
        files.origin = log(.originLog)
        // Runs without a proxy have none.
        if hasProxy { files.proxy = log(.proxyLog) }
    }

    private var hasProxy: Bool {
        files.scenario?.hasProxy ?? WholeFile.exists("\(folder)/\(Artifact.proxyLog.fileName)")
    }

    private mutating func readResult() {
        let name = RunResult.fileName
        guard let bytes = read(name) else { return }
        do {
            let json = try JSONValue(parsing: bytes)
            let reading = ResultReading(json)
            files.result = reading.result
            files.missing += reading.faults.map(RecoveryFault.result)
        } catch {
            files.missing.append(.folder(.damaged(file: name, why: "\(error)")))
        }
    }

    private mutating func readScenario() {
        let name = Artifact.resolvedScenario.fileName
        guard let bytes = read(name) else { return }
        let path = "\(folder)/\(name)"
        do {
            let set = try ScenarioLoader.load(text: bytes, file: path, files: ScenarioFiles(besides: path))
            files.scenario = set.variants.first?.scenario
        } catch {
            files.missing.append(.folder(.noScenario))
        }
    }

    private mutating func log<Entry: JSONLineReadable>(_ artifact: Artifact) -> [Entry] {
        guard let bytes = read(artifact.fileName) else { return [] }
        let log = LogReading<Entry>(bytes)
        if log.isEmpty {
            files.missing.append(.folder(.empty(artifact)))
        } else if !log.hasSchema {
            files.missing.append(.folder(.foreign(artifact, schema: Entry.schema)))
        }
        if log.left > 0 { files.missing.append(.folder(.foreignLines(artifact, count: log.left))) }
        return log.entries
    }

    private mutating func read(_ name: String) -> [UInt8]? {
        let path = "\(folder)/\(name)"
        guard WholeFile.exists(path) else {
            files.missing.append(.folder(.absent(file: name)))
            return nil
        }
        do {
            return try WholeFile.read(path, limit: Self.mostBytes)
        } catch {
            files.missing.append(.folder(.unreadable(file: name, why: "\(error)")))
            return nil
        }
    }
}
