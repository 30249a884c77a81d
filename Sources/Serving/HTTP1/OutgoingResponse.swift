import HTTP
import LinuxIO
import Wire

/// A response on its way to the kernel, and the record of its exchange.
struct OutgoingResponse {
    /// What one call hands over at most, so that one fast client does not hold up the others.
    private static let turn = 1 << 20

    var exchange: ServedExchange
    /// Not before this instant.
    let due: Instant
    /// The connection ends after it.
    let isFinal: Bool
    private let head: [UInt8]
    private let body: [UInt8]
    private var sent = 0

    init(_ response: ServedResponse, to exchange: ServedExchange, isFinal: Bool) {
        var message = response.head
        let allowsBody = message.status >= 200 && message.status != 204 && message.status != 304
        if allowsBody, message.fields["Content-Length"] == nil {
            message.fields["Content-Length"] = String(response.body.count)
        }
        if isFinal {
            message.fields["Connection"] = "close"
        } else if exchange.request?.version == .http10 {
            message.fields["Connection"] = "keep-alive"
        }
        head = message.serialised()
        body = allowsBody && exchange.request?.method != "HEAD" ? response.body : []
        due = exchange.requestLastByte + response.delay
        self.isFinal = isFinal
        self.exchange = exchange
        self.exchange.status = message.status
        self.exchange.headerBytes = head.count
        self.exchange.bodyBytes = body.count
    }

    var bytesLeft: Int { head.count + body.count - sent }

    var isSent: Bool { bytesLeft == 0 }

    /// Hands over what the kernel takes; false where it takes no more now.
    mutating func send(on transport: borrowing Transport, _ clock: RunClock) throws(TransportError) -> Bool {
        let headRest = head.dropFirst(sent)
        let bodyRest = body.dropFirst(max(0, sent - head.count))
        let bodyTurn = bodyRest.prefix(Self.turn)
        let isLast = bodyTurn.count == bodyRest.count
        let taken = try transport.send(headRest, bodyTurn, isLast: isLast, clock)
        guard taken.count > 0 else { return false }
        if sent == 0 { exchange.responseFirstByte = taken.began }
        sent += taken.count
        if isSent { exchange.responseLastByte = clock.now() }
        return taken.count == headRest.count + bodyTurn.count
    }

    /// The record as it stands where nothing more will be sent: with the bytes that the kernel did take.
    var abandoned: ServedExchange {
        var exchange = exchange
        exchange.headerBytes = min(sent, head.count)
        exchange.bodyBytes = max(0, sent - head.count)
        return exchange
    }
}
