import HTTP
import Wire

/// What follows HTTP/1 on its connection, and belongs to another protocol from then on.
extension ObservedHTTP1Connection {
    /// The server agreed with the last request to leave HTTP/1.
    func leaveHTTP(_ piece: StreamPiece, _ findings: inout CaptureFindings) {
        defer { isRequestOpen = false }
        if let last = exchanges.newest, exchanges[last].isWebSocket {
            webSocket = WebSocketReader(
                exchange: last,
                up: requests.position,
                down: responses.position,
                rest: responses.parser?.unconsumed ?? []
            )
            requests.stop()
            responses.stop()
            return noteWebSocket()
        }
        beginTunnel(piece, &findings)
    }

    private func beginTunnel(_ piece: StreamPiece, _ findings: inout CaptureFindings) {
        // What the client went on with is the tunnel's.
        removeUnfinished()
        let target = exchanges.last.flatMap { $0.method == "CONNECT" ? $0.target : nil }
        let tunnel = ObservedTunnel(
            opening,
            to: target,
            up: requests.position,
            down: responses.position
        )
        self.tunnelled = tunnel
        let early = Array(requests.parser?.unconsumed ?? [])
        let rest = Array(responses.parser?.unconsumed ?? [])
        if becomesHTTP2 { handOver(to: tunnel) }
        for (bytes, offset, direction) in [
            (early, requests.position, StreamDirection.up), (rest, responses.position, .down),
        ] where !bytes.isEmpty {
            let part = StreamPiece(
                offset: offset,
                length: bytes.count,
                arrival: piece.arrival,
                before: piece.before
            )
            tunnel.receive(bytes.span.bytes, part, direction, &findings)
        }
        requests.stop()
        responses.stop()
    }

    /// What was asked for in HTTP/1 is answered as HTTP/2's first stream, which the packet at hand then belongs to.
    private func handOver(to tunnel: ObservedTunnel) {
        guard let asked = exchanges.popLast() else { return }
        front = min(front, exchanges.count)
        answering = nil
        let rest = weights.takeRest()
        tunnel.begin(upgrading: asked, early: rest.early)
        if let packet = rest.packet { tunnel.beginPacket(packet.bytes, packet.direction) }
    }

    /// What was said within counts behind what was said before; its bytes are the last exchange's where nobody could read
    /// it.
    func concludeTunnelled() {
        guard let tunnelled else { return }
        tunnelled.conclude()
        let weight = tunnelled.exchangeCount == 0 ? tunnelled.weight : DirectionBytes()
        weights.quiet(weight, up: exchanges.count - 1, down: exchanges.count - 1, &exchanges)
    }

    func withTunnelled(_ own: [CaptureExchange], _ inner: [CaptureExchange]) -> [CaptureExchange] {
        own
            + inner.map { exchange in
                var exchange = exchange
                exchange.order = outerOrder(exchange.order)
                return exchange
            }
    }

    /// Among the connection's exchanges, of one within the tunnel.
    func outerOrder(_ order: Int) -> Int { exchanges.count + order }
}
