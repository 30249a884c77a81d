/// Chooses the packets that overtake: a share of every `gap`-th packet of each flow, counted from the first.
/// A correlation applies to these candidates.
struct ReorderingChoice: Sendable {
    private var gap: UInt32
    private var choice: PacketChoice

    init(_ reordering: Reordering, seed: UInt64) {
        gap = UInt32(clamping: max(1, reordering.gap))
        choice = PacketChoice(reordering.share, .reordering, seed: seed)
    }

    mutating func overtakes(_ packet: PacketIdentity) -> Bool {
        let (candidate, place) = packet.number.quotientAndRemainder(dividingBy: gap)
        guard place == gap - 1 else { return false }
        return choice.chooses(
            PacketIdentity(direction: packet.direction, flow: packet.flow, number: candidate)
        )
    }

    mutating func change(to reordering: Reordering) {
        gap = UInt32(clamping: max(1, reordering.gap))
        choice.change(to: reordering.share)
    }
}
