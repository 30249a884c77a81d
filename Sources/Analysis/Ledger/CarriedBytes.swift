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

    /// The body's part of the time, and that of repeated bytes; the rest is overhead.
    mutating func parts(
        of packet: FlowPacket,
        in exchange: LedgerExchange
    ) -> [(cause: LedgerCause, time: Nanoseconds)] {
        let length = packet.serviceEnd - packet.serviceStart
        let fresh = served.insert(packet.bytes.clamped(to: exchange.response))
        let isAgain = !packet.bytes.isEmpty && fresh.isEmpty
        if isAgain { return [(.retransmit, length)] }
        let body = fresh.reduce(Int64(0)) {
            $0 + exchange.bodyBytes(before: $1.upperBound) - exchange.bodyBytes(before: $1.lowerBound)
        }
        let again =
            Int64(packet.bytes.clamped(to: exchange.response).count)
            - fresh.reduce(Int64(0)) { $0 + Int64($1.count) }
        return [
            (.payload, time(of: body, in: packet, length)),
            (.retransmit, share(again, in: packet, length)),
            // The bytes of other streams are not identified: they count as spread evenly.
            (.sharing, Nanoseconds(Double(length) * exchange.foreignShare)),
        ]
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
