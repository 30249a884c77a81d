/// What an expectation may ask about. The raw value is its spelling in a scenario.
package enum ExpectationMetric: String, Hashable, Sendable, CaseIterable {
    // Of each transfer.
    case duration
    case source
    case tier
    case status
    case wireStatus
    case error
    case bodyBytes
    case headerBytes
    case requestBytes
    case wireDownBytes
    case wireUpBytes
    case retransmittedBytes
    case newConnection
    case speed = "clientLog.speed"
    case exchange = "clientLog.duration"
    case captureDuration = "capture.duration"
    case captureSpeed = "capture.speed"
    case firstToLastChunk
    case theoryArticle = "theory.article"
    case theoryWire = "theory.wire"
    case theoryAlone = "theory.alone"

    // Of each transfer and of the step: of the step where no file is named and the other side is the step's too.
    case theoryShared = "theory.shared"

    // Of the step.
    case makespan
    case sumOfDurations
    case busy
    case overlap
    case utilisation
    case hitRatio

    /// What its values are, and so the unit that a quantity beside it must have.
    package enum Kind: Hashable, Sendable {
        case time, bytes, rate, ratio, number, word
    }

    package var kind: Kind {
        switch self {
        case .duration, .exchange, .captureDuration, .firstToLastChunk, .theoryArticle, .theoryWire,
            .theoryAlone, .theoryShared, .makespan, .sumOfDurations, .busy:
            .time
        case .bodyBytes, .headerBytes, .requestBytes, .wireDownBytes, .wireUpBytes, .retransmittedBytes:
            .bytes
        case .speed, .captureSpeed: .rate
        case .utilisation, .hitRatio: .ratio
        case .status, .wireStatus, .overlap: .number
        case .source, .tier, .error, .newConnection: .word
        }
    }

    /// True where the step has one value of it.
    package var isOfStep: Bool {
        switch self {
        case .makespan, .sumOfDurations, .busy, .overlap, .utilisation, .hitRatio: true
        default: false
        }
    }
}
