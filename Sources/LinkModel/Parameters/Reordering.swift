/// Packets that go ahead of those before them: they skip the line's delay.
package struct Reordering: Hashable, Sendable {
    package var share: PacketShare
    /// Only each so manieth packet of a flow may go ahead; 1 lets every one.
    package var gap: Int

    package init(share: PacketShare, gap: Int = 1) {
        self.share = share
        self.gap = gap
    }
}
