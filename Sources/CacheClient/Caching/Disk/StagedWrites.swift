/// What was handed in and is not on disk yet, so that a read sees it all the same.
struct StagedWrites {
    /// Images that wait hold at most so many bytes; one more is not stored, and its key is forgotten.
    static let mostBytes = 64 << 20

    /// What a read finds.
    enum Found {
        /// Nothing is under way for the key.
        case nothing
        case image(CachedImage)
        /// It is being removed, or not kept.
        case gone
        /// It is being changed in its file: a read waits its turn.
        case changing
    }

    /// How long an image that lasts as long as the cache says is taken to last: those limits are not known here.
    private static let shortLife: Int64 = 1_000_000_000

    private var latest: [String: (ticket: Int, found: Found, moments: ClosedRange<Int64>)] = [:]
    private var tickets = 0
    /// How many removals of everything are under way.
    private var clearings = 0
    /// Of all images that wait, those included that a later write replaces.
    private var bytes = 0

    /// An image that may have run out by `now` is judged where it is written, as every other: that read waits its turn.
    func find(_ key: String, at now: Int64) -> Found {
        guard let write = latest[key] else { return clearings > 0 ? .gone : .nothing }
        if case .image = write.found, !write.moments.contains(now) { return .changing }
        return write.found
    }

    /// The moments at which an image that was stored at `now` serves for certain.
    static func moments(from now: Int64, _ lifetime: Lifetime) -> ClosedRange<Int64> {
        let life =
            switch lifetime {
            case .ofCache: shortLife
            case .never: Int64.max
            case .lasting(let life): life
            }
        let (end, isBeyond) = now.addingReportingOverflow(max(1, life) - 1)
        return now...(isBeyond ? .max : end)
    }

    /// False where as much waits as may.
    func hasRoom(for image: CachedImage) -> Bool {
        bytes == 0 || bytes + image.bytes.count <= Self.mostBytes
    }

    /// The ticket with which the write is `finish`ed.
    mutating func begin(_ found: Found, for key: String, moments: ClosedRange<Int64> = 0...0) -> Int {
        tickets += 1
        latest[key] = (tickets, found, moments)
        if case .image(let image) = found { bytes += image.bytes.count }
        return tickets
    }

    mutating func finish(_ ticket: Int, _ found: Found, for key: String) {
        if latest[key]?.ticket == ticket { latest[key] = nil }
        if case .image(let image) = found { bytes -= image.bytes.count }
    }

    mutating func beginClearing() {
        latest = [:]
        clearings += 1
    }

    mutating func finishClearing() {
        clearings -= 1
    }
}
