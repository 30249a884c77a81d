import LinkModel
import Runs
import Wire

/// Divides the time in which the line carries a packet among the packet's contents.
///
/// On a steady line the body's share is its bits over the rate; fractions of a nanosecond are carried over,
/// so that a transfer matches the articles' formula to the nanosecond.
struct CarriedBytes {
    private let rateBps: Int64?
    private let framing: LinkFraming
    private var served = ByteRanges()
    /// The body's time below one nanosecond, in 1/rate nanoseconds.
    private var remainder: Int64 = 0

    init(_ link: LinkParameters) {
        if case .constant(let rate) = link.down.rate, rate > 0 { rateBps = rate } else { rateBps = nil }
        framing = link.framing
    }

    /// The body's part of the time, and that of repeated bytes; the rest is overhead. The line was down for `outage` of it.
    mutating func parts(
        of packet: FlowPacket,
        in exchange: LedgerExchange,
        outage: Nanoseconds = 0
    ) -> [(cause: LedgerCause, time: Nanoseconds)] {
        let length = packet.serviceEnd - packet.serviceStart - outage
        let fresh = served.insert(packet.bytes.clamped(to: exchange.needed))
        let isAgain = !packet.bytes.isEmpty && fresh.isEmpty
        if isAgain {
            let isOwn = exchange.ownBytes(in: packet.bytes) > 0
            // With QUIC nobody waits for what another stream has lost.
            return [(isOwn ? .retransmit : exchange.isQUIC ? .sharing : .recovery, length)]
        }
        let body = fresh.reduce(Int64(0)) {
            $0 + exchange.bodyBytes(before: $1.upperBound) - exchange.bodyBytes(before: $1.lowerBound)
        }
        let here = packet.bytes.clamped(to: exchange.needed)
        let isNew = fresh.reduce(Int64(0)) { $0 + exchange.ownBytes(in: $1) }
        let again = exchange.ownBytes(in: here) - isNew
        return [
            (.payload, time(of: body, in: packet, length)),
            (.retransmit, share(again, in: packet, length)),
            (.sharing, foreign(Int64(here.count) - isNew - again, of: exchange, in: packet, length)),
        ]
    }

    /// Time for bytes of other streams: with all their headers if the packet has nothing else.
    private func foreign(
        _ bytes: Int64,
        of exchange: LedgerExchange,
        in packet: FlowPacket,
        _ length: Nanoseconds
    ) -> Nanoseconds {
        // Where they lie may be unknown: then they count as spread evenly.
        guard !packet.bytes.isEmpty else { return 0 }
        guard !exchange.places.isEmpty else { return Nanoseconds(Double(length) * exchange.foreignShare) }
        return bytes >= packet.bytes.count ? length : share(bytes, in: packet, length)
    }

    private mutating func time(of bytes: Int64, in packet: FlowPacket, _ length: Nanoseconds) -> Nanoseconds {
        let size = framing.bytes(packet.size)
        guard let rateBps, size > 0 else { return share(bytes, in: packet, length) }
        let whole = Int64(size) * 8_000_000_000 / rateBps
        // A line that changed or stopped meanwhile: then the clock decides.
        guard abs(whole - length) <= 1 else { return share(bytes, in: packet, length) }
        let bits = bytes * 8_000_000_000 + remainder
        remainder = bits % rateBps
        return bits / rateBps
    }

    private func share(_ bytes: Int64, in packet: FlowPacket, _ length: Nanoseconds) -> Nanoseconds {
        let size = Int64(framing.bytes(packet.size))
        return size > 0 ? Nanoseconds(Int128(length) * Int128(bytes) / Int128(size)) : 0
    }
}
