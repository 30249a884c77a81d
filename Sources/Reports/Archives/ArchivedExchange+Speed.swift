import Archives
import Runs

extension ArchivedExchange {
    /// nil if it shows none (`Speed`).
    var speedBps: Int64? {
        guard let bodyBytes, let receive = timings.receive else { return nil }
        return Speed.bps(bodyBytes: bodyBytes, over: receive, on: nil)
    }
}
