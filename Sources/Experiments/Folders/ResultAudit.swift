import Analysis
import JSON
import LinuxIO
import Reports
import Runs
import Wire

/// Compares a run, as its record and its logs give it, with the `result.json` beside them.
struct ResultAudit {
    private static let mostBytes = 2 << 30

    /// Empty if both agree, and if there is nothing to compare with.
    let gaps: [ExplanationGap]

    init(of run: RunResult, in folder: String) {
        let path = "\(folder)/\(RunResult.fileName)"
        guard WholeFile.exists(path) else {
            gaps = []
            return
        }
        do {
            gaps = Self.gaps(
                try JSONValue(parsing: try WholeFile.read(path, limit: Self.mostBytes)),
                run.json
            )
        } catch {
            gaps = [.damagedResult(why: "\(error)")]
        }
    }

    private static func gaps(_ kept: JSONValue, _ run: JSONValue) -> [ExplanationGap] {
        guard kept["schema"] == run["schema"] else {
            return [.damagedResult(why: "it does not begin with \(RunResult.schema)")]
        }
        guard ["startedAt", "scenarioDigest", "repeat"].allSatisfy({ kept[$0] == run[$0] }) else {
            return [.foreignResult]
        }
        // Another version may have other rules.
        guard kept["netlab"] == .string(NetlabVersion.text) else { return [] }
        // Reports may be removed.
        let places = kept.differences(from: run).filter { !$0.path.hasPrefix(".artifacts") }
        return places.first.map { [.editedResult($0, places: places.count)] } ?? []
    }
}
