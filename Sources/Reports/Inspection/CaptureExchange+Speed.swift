import Inspection

extension CaptureExchange {
    /// Body bits over the time from the response's first byte to its last; nil where nothing was to be timed.
    var speedBps: Int64? {
        guard let firstByte, let lastByte, lastByte > firstByte, bodyBytes > 0 else { return nil }
        return Int64(exactly: (8e9 * Double(bodyBytes) / Double(lastByte - firstByte)).rounded())
    }
}
