import FuzzSupport
import Inspection
import Wire

/// Any bytes as a conversation over one connection (HTTP, HTTP/2, TLS, DNS or unknown), in turns whose
/// lengths the bytes encode. The inspection must add up with every packet and with some missing, and be the
/// same whether or not something follows the connection.
package func fuzzConversation(_ input: [UInt8]) {
    let turns = pieces(of: input)
    let listener = Listener()
    let whole = inspect(turns) { _ in false }
    let followed = inspect(turns, listener) { _ in false }
    demand(followed.exchanges == whole.exchanges, "another inspection where somebody follows")
    demand(listener.heard == input.count, "\(listener.heard) bytes were heard of \(input.count)")
    demand(whole.packets == turns.count + 2, "not every packet was counted")
    demand(whole.flows.count == 1, "\(whole.flows.count) connections instead of one")
    for flow in whole.flows {
        let seen = flow.up.streamBytes + flow.down.streamBytes
        demand(seen == input.count, "\(seen) bytes of \(input.count)")
        demand(flow.up.missingBytes + flow.down.missingBytes == 0, "bytes that are there are missing")
    }
    let lost = Int(input.first ?? 0)
    _ = inspect(turns) { ($0 + lost) % 5 == 4 }
    _ = inspect(turns, Listener()) { ($0 + lost) % 5 == 4 }
    _ = inspect(turns, port: 53) { _ in false }
}

/// Counts what it receives.
private final class Listener: StreamFollower {
    let stream = 0
    private(set) var heard = 0

    func receive(_ bytes: RawSpan, isFromClient: Bool) { heard += bytes.byteCount }
    func miss(_ count: Int, isFromClient: Bool) { demand(count > 0, "a hole of nothing") }
}

private func inspect(
    _ turns: [ArraySlice<UInt8>],
    _ listener: Listener? = nil,
    port: Int = 443,
    _ isLost: (Int) -> Bool
) -> CaptureInspection {
    var inspector = CaptureInspector(follower: listener)
    var connection = Connection(port: port)
    for (number, packet) in connection.packets(turns).enumerated() {
        // The handshake is never lost.
        if number > 1, isLost(number) { continue }
        let header = CapturedPacket(
            number: number + 1,
            linkType: .rawIP,
            stamp: 1_700_000_000_000_000_000 + Int64(number) * 1_000_000,
            originalLength: packet.count
        )
        inspector.receive(header, packet.span.bytes)
    }
    let inspection = inspector.finish()
    for exchange in inspection.exchanges { check(exchange) }
    for estimate in inspection.estimates { demand(estimate.duration >= 0, "\(estimate)") }
    return inspection
}

private func check(_ exchange: CaptureExchange) {
    demand(exchange.bodyBytes >= 0 && exchange.contentBytes <= exchange.bodyBytes, "\(exchange)")
    demand(exchange.headerBytes >= 0 && exchange.retransmittedBytes >= 0, "\(exchange)")
    demand(exchange.isDecoded || exchange.decodedBytes == exchange.contentBytes, "\(exchange)")
    if let first = exchange.firstByte, let last = exchange.lastByte {
        demand(first <= last, "a response that ended before it began: \(exchange)")
    }
}
