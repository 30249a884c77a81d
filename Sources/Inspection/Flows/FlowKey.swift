/// Two endpoints, regardless of which one sends.
struct FlowKey: Hashable {
    private let low: PackedAddress
    private let high: PackedAddress
    private let ports: UInt32

    /// `isForward` if the packet's source is the key's first endpoint.
    init(_ packet: DissectedPacket, isForward: inout Bool) {
        let source = packet.source
        let destination = packet.destination
        // Any order works that does not depend on the sender.
        if packet.sourcePort != packet.destinationPort {
            isForward = packet.sourcePort < packet.destinationPort
        } else {
            isForward =
                source.high != destination.high
                ? source.high < destination.high : source.low <= destination.low
        }
        low = isForward ? source : destination
        high = isForward ? destination : source
        let first = isForward ? packet.sourcePort : packet.destinationPort
        let second = isForward ? packet.destinationPort : packet.sourcePort
        ports = UInt32(first) << 16 | UInt32(second)
    }

    /// A slot among `1 << bits` for an unreliable cache: an attacker can make many keys share one.
    func place(bits: Int) -> Int {
        var mixed = low.low ^ (high.low &* 0x9E37_79B9_7F4A_7C15)
        mixed ^= UInt64(ports) &* 0xC2B2_AE3D_27D4_EB4F
        mixed = (mixed ^ low.high ^ high.high) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed >> UInt64(64 - bits))
    }
}
