package import Wire

extension Outages {
    /// Most outages that are listed: a line may stop every few nanoseconds.
    private static let most = 65_536

    /// The outages of a direction up to a moment, in order: the same ones that the line had. `change` counts the line's
    /// changes before it got these.
    package func spans(
        _ direction: LinkDirection,
        seed: UInt64,
        epoch: Instant,
        change: UInt32,
        until end: Instant
    ) -> [Range<Instant>] {
        var cursor = OutageCursor(pattern, direction, seed: seed, epoch: epoch, change: change)
        var spans: [Range<Instant>] = []
        var now = epoch
        while spans.count < Self.most, let outage = cursor.outage(from: now), outage.start < end {
            if outage.end > outage.start { spans.append(outage.start..<outage.end) }
            now = max(outage.end, now + 1)
        }
        return spans
    }
}
