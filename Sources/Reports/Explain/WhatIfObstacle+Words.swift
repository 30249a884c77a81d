package import Analysis
import Figures

extension WhatIfObstacle {
    /// Without a full stop.
    package var words: String {
        switch self {
        case .streams: "byte streams are not simulated"
        case .congestion(""): "it is not known how its origin found its windows"
        case .congestion(let name): "\(name) is not simulated"
        case .brokenOff(1): "a transfer came to no answer, and how that had gone on nobody knows"
        case .brokenOff(let count):
            "\(ByteFormat.grouped(count)) transfers came to no answer, and how those had gone on nobody knows"
        case .tooMuch: "there is nothing in it to simulate, or too much"
        }
    }
}
