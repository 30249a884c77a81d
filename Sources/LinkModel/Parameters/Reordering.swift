/// Packets that overtake earlier ones by skipping the line's delay.
package struct Reordering: Hashable, Sendable {
    package var share: PacketShare
    /// Only every `gap`-th packet of a flow may overtake; 1 allows all of them.
    package var gap: Int

    package init(share: PacketShare, gap: Int = 1) {
        self.share = share
        self.gap = gap
    }
}

extension Reordering {
    static let figures = ImpairmentFigures(
        \.reordering,
        Reordering(share: PacketShare(0)),
        .list,
        [
            .share(\.share.ratio, "# reordered"), .correlation(\.share.correlation),
            .count(\.gap, "gap", "one in # at the most"),
        ]
    )
}
