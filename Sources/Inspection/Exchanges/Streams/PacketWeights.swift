/// Divides the IP bytes of a connection among its exchanges. Those before the first exchange count for it.
struct PacketWeights {
    private var early: DirectionBytes
    private var open: Packet?

    private struct Packet {
        let bytes: Int
        let direction: StreamDirection
        let owner: Int
        let count: Int?
    }

    init(early: DirectionBytes) {
        self.early = early
    }

    /// Packets without anything to read count for the current owners.
    mutating func quiet(_ bytes: DirectionBytes, up: Int, down: Int, _ exchanges: inout ConnectionExchanges) {
        add(bytes.up, .up, to: up, &exchanges)
        add(bytes.down, .down, to: down, &exchanges)
    }

    /// Begins a packet of `owner`, or of the exchange that it opens; `count` is then the number of exchanges
    /// so far.
    mutating func begin(_ bytes: Int, _ direction: StreamDirection, owner: Int, count: Int?) {
        open = Packet(bytes: bytes, direction: direction, owner: owner, count: count)
    }

    mutating func end(_ exchanges: inout ConnectionExchanges) {
        guard let packet = open else { return }
        open = nil
        var owner = packet.owner
        if let count = packet.count, exchanges.count > count { owner = count }
        add(packet.bytes, packet.direction, to: owner, &exchanges)
    }

    /// Takes the bytes not given to any exchange: those before the first one, and the current packet.
    mutating func takeRest() -> (early: DirectionBytes, packet: (bytes: Int, direction: StreamDirection)?) {
        defer {
            early = DirectionBytes()
            open = nil
        }
        return (early, open.map { ($0.bytes, $0.direction) })
    }

    private mutating func add(
        _ bytes: Int,
        _ direction: StreamDirection,
        to owner: Int,
        _ exchanges: inout ConnectionExchanges
    ) {
        guard !exchanges.isEmpty else {
            early[direction] += bytes
            return
        }
        if early.up > 0 || early.down > 0 {
            exchanges[0].wireUpBytes += early.up
            exchanges[0].wireDownBytes += early.down
            early = DirectionBytes()
        }
        let owner = max(0, min(owner, exchanges.count - 1))
        if direction == .up {
            exchanges[owner].wireUpBytes += bytes
        } else {
            exchanges[owner].wireDownBytes += bytes
        }
    }
}
