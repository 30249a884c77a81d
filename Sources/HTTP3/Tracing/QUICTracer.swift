import JSON
import Wire

/// Makes a trace of what ngtcp2 notes of a connection (qlog), by the session's own instants, which are more precise than the
/// notes' own.
struct QUICTracer {
    private struct Packet: Hashable {
        var space: String
        var number: Int64
    }

    private(set) var trace = QUICTrace()
    private var bytes = StreamBytes()
    /// Bytes of packets that are not acknowledged.
    private var unacknowledged: [Packet: [Range<Int64>]] = [:]
    private var acknowledged = AcknowledgedBytes()
    /// What the datagram being made carries so far.
    private var carried: [Range<Int64>] = []

    /// New bytes of a request's stream go into the datagram being made. Returns their place.
    mutating func carry(_ count: Int, of stream: Int64, from offset: Int64) -> Range<Int64>? {
        bytes.places(of: stream, from: offset, count: Int64(count)).last
    }

    /// Takes one of ngtcp2's notes.
    mutating func take(_ note: [UInt8], at now: Instant) {
        guard let note = try? JSONValue(parsing: Array(note.drop { $0 == Self.separator })),
            let data = note["data"], let header = data["header"]
        else { return }
        switch note["name"]?.text {
        case "transport:packet_sent": sent(header, data["frames"]?.elements ?? [])
        case "transport:packet_received": received(header, data["frames"]?.elements ?? [], at: now)
        default: break
        }
    }

    /// Precedes each note (RFC 7464).
    private static let separator: UInt8 = 0x1E

    /// The datagram is made.
    mutating func endDatagram(at now: Instant) {
        let runs = Self.merged(carried)
        carried = []
        trace.entries.append(QUICTrace.Entry(at: now, .sent(runs.max { $0.count < $1.count })))
    }

    private mutating func sent(_ header: JSONValue, _ frames: [JSONValue]) {
        guard let packet = Self.packet(header) else { return }
        var places: [Range<Int64>] = []
        for frame in frames {
            guard let stream = Self.stream(frame, packet.space), let offset = frame["offset"]?.int64,
                let length = frame["length"]?.int64, length > 0
            else { continue }
            places += bytes.places(of: stream, from: offset, count: length)
        }
        carried += places
        if !places.isEmpty { unacknowledged[packet] = places }
    }

    private mutating func received(_ header: JSONValue, _ frames: [JSONValue], at now: Instant) {
        guard let packet = Self.packet(header) else { return }
        let before = acknowledged.reach
        for frame in frames where frame["frame_type"]?.text == "ack" {
            for range in frame["acked_ranges"]?.elements ?? [] {
                let ends = range.elements.compactMap(\.int64)
                guard let first = ends.first, let last = ends.last, last >= first else { continue }
                acknowledge(packet.space, first...last)
            }
        }
        guard acknowledged.reach > before else { return }
        trace.entries.append(QUICTrace.Entry(at: now, .acknowledged(acknowledged.reach)))
    }

    private mutating func acknowledge(_ space: String, _ numbers: ClosedRange<Int64>) {
        // A range may cover all packets so far: what is unacknowledged is less.
        let found =
            numbers.count <= unacknowledged.count
            ? numbers.map { Packet(space: space, number: $0) }
            : unacknowledged.keys.filter { $0.space == space && numbers.contains($0.number) }
        for packet in found {
            for range in unacknowledged.removeValue(forKey: packet) ?? [] { acknowledged.insert(range) }
        }
    }

    private static func packet(_ header: JSONValue) -> Packet? {
        guard let type = header["packet_type"]?.text, let number = header["packet_number"]?.int64 else {
            return nil
        }
        // Both have the same numbers.
        return Packet(space: type == "0RTT" ? "1RTT" : type, number: number)
    }

    /// The handshake's messages are streams of their own, one for each space.
    private static func stream(_ frame: JSONValue, _ space: String) -> Int64? {
        switch frame["frame_type"]?.text {
        case "stream": frame["stream_id"]?.int64
        case "crypto": space == "initial" ? -1 : space == "handshake" ? -2 : -3
        default: nil
        }
    }

    private static func merged(_ ranges: [Range<Int64>]) -> [Range<Int64>] {
        var merged: [Range<Int64>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return merged
    }
}
