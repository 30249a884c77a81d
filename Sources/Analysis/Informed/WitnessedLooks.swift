import Logs
import Theory
import Wire

/// The looks of the client's program at an answer: how much it had taken when, from its own log, and when
/// that had arrived, from the line's.
struct WitnessedLooks {
    /// The most that the client takes at once.
    private static let room: Int64 = 131_072
    /// The most that libcurl passes on in one piece.
    static let piece: Int64 = 16_384

    /// Empty if the program's counts are not bytes of the connection, or if the log is incomplete.
    private(set) var looks: [ProgramLook] = []

    /// `events` are the client's, of this exchange alone.
    init(_ exchange: LedgerExchange, _ events: [TimingEvent]) {
        let (head, whole) = (exchange.headBytes, Int64(exchange.response.count))
        guard !exchange.sharesConnection, whole > 0, whole == head + exchange.bodyBytes else { return }
        let came = Self.came(exchange)
        var taken: Int64 = 0
        for (at, end) in Self.moments(events, head: head, came) where end > taken {
            guard let complete = came.moment(reaching: end) else { break }
            // A read that fills the buffer leaves the rest for the next one.
            let there = end - taken >= Self.room ? came.value(at: at) ?? end : end
            let look = ProgramLook(
                end: Int(end),
                there: Int(max(end, there)),
                duration: max(0, at - complete)
            )
            looks.append(look)
            taken = end
        }
        if taken < whole { looks = [] }
    }

    /// When it looked, and how far it took the answer then. A head and the bytes that came with it are one
    /// look, and so are whole pieces and the bytes that follow them.
    private static func moments(_ events: [TimingEvent], head: Int64, _ came: Timeline) -> [(Instant, Int64)]
    {
        let begun = events.first { $0.kind == .firstByte }?.at
        var moments: [(Instant, Int64)] = []
        var handedOn = head
        var wasPiece = false
        for event in events where event.kind == .progress {
            let end = head + Int64(event.bytes ?? 0)
            if wasPiece { moments[moments.count - 1].1 = end } else { moments.append((event.at, end)) }
            wasPiece = end - handedOn == piece
            handedOn = end
        }
        guard let begun else { return moments }
        if let first = moments.first, let complete = came.moment(reaching: first.1), complete <= begun {
            moments[0].0 = begun
        } else {
            moments.insert((begun, head), at: 0)
        }
        return moments
    }

    /// How much of it had arrived without a gap, over time.
    private static func came(_ exchange: LedgerExchange) -> Timeline {
        let response = exchange.response
        let arrived = exchange.connection.flow.down.compactMap { packet in
            packet.bytes.overlaps(response) ? packet.received.map { (at: $0, bytes: packet.bytes) } : nil
        }
        var bytes = ByteRanges()
        var came = Timeline()
        for packet in arrived.sorted(by: { $0.at < $1.at }) {
            _ = bytes.insert(packet.bytes.clamped(to: response))
            came.raise(to: bytes.reach(from: response.lowerBound) - response.lowerBound, at: packet.at)
        }
        return came
    }
}
