import CacheClient
import LinkModel
package import Runs
package import Scenarios

/// What one run is to be: a scenario, which combination of its matrix, and how the line is carried.
package struct BenchPlan: Sendable {
    package var scenario: Scenario
    /// The scenario with every default written out: its digest names the experiment.
    package var resolved: String
    package var matrix: [MatrixValue]
    /// From 1.
    package var repetition: Int
    package var line: LineChoice
    /// Lets a line of byte streams lose packets, each as the delay that sending it again costs.
    package var lossAsDelay: Bool
    /// nil takes the first that works.
    package var carrier: LinkRecord.Carrier?
    /// The run is given up after so long; nil waits for ever.
    package var longest: Int64?
    /// So many bytes of each packet are recorded; nil records all of it.
    package var snapLength: Int?

    package init(
        scenario: Scenario,
        resolved: String,
        matrix: [MatrixValue] = [],
        repetition: Int = 1,
        line: LineChoice = .automatic,
        lossAsDelay: Bool = false,
        carrier: LinkRecord.Carrier? = nil,
        longest: Int64? = nil,
        snapLength: Int? = nil
    ) {
        self.scenario = scenario
        self.resolved = resolved
        self.matrix = matrix
        self.repetition = repetition
        self.line = line
        self.lossAsDelay = lossAsDelay
        self.carrier = carrier
        self.longest = longest
        self.snapLength = snapLength
    }

    /// What tells this experiment from others: the scenario written out, and the traces and files that it only names.
    package var identity: [UInt8] {
        scenario.hosts.flatMap(\.settings.files).reduce(into: identityOfLines) { bytes, file in
            guard case .file(let path, let content) = file.content else { return }
            bytes += Array("# \(path)\n\(SHA256.hexadecimal(content))\n".utf8)
        }
    }

    private var identityOfLines: [UInt8] {
        scenario.traces.reduce(into: Array(resolved.utf8)) { bytes, trace in
            bytes += Array("# \(trace.name)\n".utf8)
            for time in trace.milliseconds {
                for shift in stride(from: 0, to: 32, by: 8) {
                    bytes.append(UInt8(truncatingIfNeeded: time >> shift))
                }
            }
        }
    }
}
