/// What a sender's kernel takes ahead of what has been acknowledged: room for twice the congestion window, counted with what
/// packets cost it. Whoever was refused is asked again when a third of it is free.
struct SendBuffer {
    /// What the kernel reckons for a segment of the window, twice.
    private static let segmentCost = 8704
    private static let leastWindow = 10
    /// It takes whole pieces: the last one may go beyond its room.
    private static let piece = 22 * 1448

    private var capacity = 0
    private var isFull = false

    /// How many of the bytes offered it takes now, with so many held and a congestion window of so many segments.
    mutating func take(_ offered: Int, held: Int, window: Int) -> Int {
        capacity = max(capacity, max(Self.leastWindow, window) * Self.segmentCost)
        if isFull, held > capacity / 3 * 2 { return 0 }
        let pieces = max(0, (capacity - held + Self.piece - 1) / Self.piece)
        let taken = min(offered, pieces * Self.piece)
        isFull = taken < offered
        return taken
    }
}
