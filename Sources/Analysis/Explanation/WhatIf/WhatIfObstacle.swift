import LinkModel
package import Runs
import Scenarios
import Theory

/// Why no advice can be given for a run.
package enum WhatIfObstacle: Hashable, Sendable {
    case streams
    /// A congestion control that is not simulated, by its name.
    case congestion(String)
    /// Number of transfers without an answer.
    case brokenOff(Int)
    case tooMuch

    /// The obstacle that prevents a `WhatIfStudy` of this run.
    package init(_ result: RunResult) {
        let name = result.link.congestion ?? ""
        let broken = result.transfers.count {
            !$0.source.isLocal && ($0.clientLog == nil || $0.lineExchange == nil)
        }
        if result.link.mode == .stream {
            self = .streams
        } else if CongestionAlgorithm(rawValue: name) == nil {
            self = .congestion(name)
        } else if broken > 0 {
            self = .brokenOff(broken)
        } else {
            self = .tooMuch
        }
    }
}
