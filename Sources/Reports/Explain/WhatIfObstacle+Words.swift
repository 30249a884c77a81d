package import Analysis
import Figures

extension WhatIfObstacle {
    /// Without a full stop.
    package var words: String {
        switch self {
        case .streams: "byte streams are not simulated"
        case .congestion(""): "the origin's congestion control is not known"
        case .congestion(let name): "\(name) is not simulated"
        case .brokenOff(1): "one transfer got no answer, and it is not known how it would have continued"
        case .brokenOff(let count):
            "\(ByteFormat.grouped(count)) transfers got no answer, and it is not known how they would have continued"
        case .tooMuch: "the run has nothing to simulate, or too much"
        }
    }
}
