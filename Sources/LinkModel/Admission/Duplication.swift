/// Sends a share of the packets twice, the copy right behind the original.
struct Duplication: Sendable {
    private var choice: PacketChoice

    init(_ share: PacketShare, seed: UInt64) {
        choice = PacketChoice(share, .duplication, seed: seed)
    }

    mutating func doubles(_ packet: PacketIdentity) -> Bool {
        choice.chooses(packet)
    }

    mutating func change(to share: PacketShare) {
        choice.change(to: share)
    }
}
