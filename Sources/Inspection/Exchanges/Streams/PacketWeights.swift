/// Divides the IP bytes of a connection among its exchanges: those before the first one are the first one's.
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

    /// Packets that brought nothing to read are the owners' as things stand.
    mutating func quiet(_ bytes: DirectionBytes, up: Int, down: Int, _ exchanges: inout ConnectionExchanges) {
        add(bytes.up, .up, to: up, &exchanges)
        add(bytes.down, .down, to: down, &exchanges)
    }

    /// A packet comes that is `owner`'s, or the exchange's that it opens where `count` says how many there are.
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

    /// Gives up what it has not given to any exchange: what came before the first one, and the packet at hand.
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
