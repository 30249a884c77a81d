import Runs

/// Why a run stopped before all steps were done.
enum RunStop: Error, Hashable {
    case interrupted
    case outOfTime
    /// The bench itself failed, for this reason.
    case failed(String)
}

extension RunEnding {
    init(_ stop: RunStop) {
        switch stop {
        case .interrupted: self = .interrupted
        case .outOfTime: self = .failed("the run did not end within --max-time")
        case .failed(let what): self = .failed(what)
        }
    }
}
