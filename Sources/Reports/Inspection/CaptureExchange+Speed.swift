import Inspection
import Runs

extension CaptureExchange {
    /// nil if there was nothing to time.
    var speedBps: Int64? {
        guard let firstByte, let lastByte else { return nil }
        return Speed.bps(bodyBytes: bodyBytes, over: lastByte - firstByte)
    }
}
