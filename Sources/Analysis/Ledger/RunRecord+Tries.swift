import Logs
import Runs
import Wire

extension RunRecord {
    /// When each transfer was handed over, by its number: once for each try, and for each redirect.
    var tries: [Int: [Instant]] {
        timing.reduce(into: [:]) { moments, event in
            if event.kind == .queued { moments[event.transfer, default: []].append(event.at) }
        }
    }
}
