import Inspection
import Runs

extension CaptureExchange {
    /// nil where nothing was to be timed.
    var speedBps: Int64? {
        guard let firstByte, let lastByte else { return nil }
        return Speed.bps(bodyBytes: bodyBytes, over: lastByte - firstByte)
    }
}
