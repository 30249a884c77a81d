import Inspection
import Wire

/// The line in front of the capture point, as far as its packets show it.
struct SeenLine {
    private static let longest = 1e18
    private static let packetBytes = 1500

    /// Bytes a second; nil if unknown.
    let rate: Double?
    /// nil if the use of the line is unknown.
    let traffic: CaptureTraffic?
    /// The shortest round trip to each server, in nanoseconds.
    let roundTrips: [IPAddress: Int64]

    init(rate: Double?, traffic: CaptureTraffic? = nil, roundTrips: [IPAddress: Int64] = [:]) {
        self.rate = rate.flatMap { $0 > 0 ? $0 : nil }
        self.traffic = traffic
        self.roundTrips = roundTrips
    }

    /// Time to carry this many bytes; 0 if the rate is unknown.
    func time(_ bytes: Int) -> Nanoseconds { time(Double(bytes)) }

    /// How long it carried other connections than this one between two timestamps.
    func othersTime(_ flow: CaptureFlow, from start: Int64, to end: Int64) -> Nanoseconds {
        guard let traffic else { return 0 }
        return min(end - start, time(traffic.others(than: flow, from: start, to: end)))
    }

    /// How long it carried that connection between two timestamps.
    func ownTime(_ flow: CaptureFlow, from start: Int64, to end: Int64) -> Nanoseconds {
        time(flow.down.goodput.bytes(from: start, to: end) * CaptureTraffic.wireBytes(flow))
    }

    /// A pause minus the time in which the line carried the packets that ended it.
    func idle(_ pause: PauseSeries.Pause) -> Nanoseconds {
        max(0, pause.time - time(Double(pause.count * Self.packetBytes)))
    }

    /// True if the reasons for the connection's waits can be determined.
    func canExplainWaits(of flow: CaptureFlow) -> Bool {
        rate != nil && traffic != nil && flow.handshakeRoundTrip != nil
    }

    private func time(_ bytes: Double) -> Nanoseconds {
        rate.map { Nanoseconds(min(Self.longest, bytes / $0 * 1e9)) } ?? 0
    }
}
