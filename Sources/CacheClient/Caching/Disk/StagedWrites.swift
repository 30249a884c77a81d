/// Writes that are not on disk yet, so that reads see them.
struct StagedWrites {
    /// Maximum bytes of waiting images; an image beyond it is not stored, and its key is removed.
    static let mostBytes = 64 << 20

    /// What a read finds.
    enum Found {
        /// Nothing is under way for the key.
        case nothing
        case image(CachedImage)
        /// It is being removed, or is not stored.
        case gone
        /// Its file is being changed: a read waits for its turn.
        case changing
    }

    /// Nanoseconds that an image with the cache's lifetime is assumed to last: the limits are not known here.
    private static let shortLife: Int64 = 1_000_000_000

    private var latest: [String: (ticket: Int, found: Found, moments: ClosedRange<Int64>)] = [:]
    private var tickets = 0
    /// Number of pending removals of all entries.
    private var pendingClears = 0
    /// Bytes of all waiting images, those that a later write replaces included.
    private var bytes = 0

    /// An image that may have expired by `now` is judged after it is written: the read waits for its turn.
    func find(_ key: String, at now: Int64) -> Found {
        guard let write = latest[key] else { return pendingClears > 0 ? .gone : .nothing }
        if case .image = write.found, !write.moments.contains(now) { return .changing }
        return write.found
    }

    /// The moments at which an image stored at `now` is certainly usable.
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

    /// False if the image does not fit the limit on waiting bytes.
    func hasRoom(for image: CachedImage) -> Bool {
        bytes == 0 || bytes + image.bytes.count <= Self.mostBytes
    }

    /// Returns the ticket for `finish`.
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
        pendingClears += 1
    }

    mutating func finishClearing() {
        pendingClears -= 1
    }
}
