import LinkModel
package import Runs
package import Scenarios
import TLS

/// The plan of one run: a scenario, its combination of the matrix, and what carries the line.
package struct BenchPlan: Sendable {
    package var scenario: Scenario
    /// The scenario with every default written out; its digest identifies the experiment.
    package var resolved: String
    package var matrix: [MatrixValue]
    /// From 1.
    package var repetition: Int
    package var line: LineChoice
    /// Lets a byte-stream line lose packets, each as the delay of its retransmission.
    package var lossAsDelay: Bool
    /// nil takes the first carrier that works.
    package var carrier: LinkRecord.Carrier?
    /// Maximum duration of the run in nanoseconds; nil means unlimited.
    package var longest: Int64?
    /// Bytes recorded of each packet; nil records whole packets.
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

    /// The bytes that identify this experiment: the resolved scenario, and the traces and files that it only
    /// names.
    package var identity: [UInt8] {
        scenario.hosts.flatMap(\.settings.files).reduce(into: identityOfLines) { bytes, file in
            guard case .file(let path, let content) = file.content else { return }
            bytes += Array("# \(path)\n\(Digest.sha256.text(of: content))\n".utf8)
        }
    }

    /// The digest of `identity`, in hex.
    package var digest: String { Digest.sha256.text(of: identity) }

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
