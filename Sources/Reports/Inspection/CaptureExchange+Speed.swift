import Inspection
import Runs

extension CaptureExchange {
    /// nil if it shows none (`Speed`).
    var speedBps: Int64? {
        guard let firstByte, let lastByte else { return nil }
        return Speed.bps(bodyBytes: bodyBytes, over: lastByte - firstByte, on: nil)
    }
}
