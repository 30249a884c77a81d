import Inspection
import Wire

/// The line that a capture was taken behind, as far as its packets tell.
struct SeenLine {
    private static let longest = 1e18
    private static let packetBytes = 1500

    /// Bytes a second; nil where it is not known.
    let rate: Double?
    /// nil where nobody knows who had the line.
    let traffic: CaptureTraffic?

    init(rate: Double?, traffic: CaptureTraffic? = nil) {
        self.rate = rate.flatMap { $0 > 0 ? $0 : nil }
        self.traffic = traffic
    }

    /// How long it takes to carry so many bytes; nothing where that is not known.
    func time(_ bytes: Int) -> Nanoseconds { time(Double(bytes)) }

    /// How long it carried others than this connection between two stamps.
    func othersTime(_ flow: CaptureFlow, from start: Int64, to end: Int64) -> Nanoseconds {
        guard let traffic else { return 0 }
        return min(end - start, time(traffic.others(than: flow, from: start, to: end)))
    }

    /// A pause without the time for which the line carried the packets that ended it.
    func idle(_ pause: PauseSeries.Pause) -> Nanoseconds {
        max(0, pause.time - time(Double(pause.count * Self.packetBytes)))
    }

    /// True where it can be told what the connection's sender waited for.
    func tellsWaits(of flow: CaptureFlow) -> Bool {
        rate != nil && traffic != nil && flow.handshakeRoundTrip != nil
    }

    private func time(_ bytes: Double) -> Nanoseconds {
        rate.map { Nanoseconds(min(Self.longest, bytes / $0 * 1e9)) } ?? 0
    }
}
