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

    private var latest: [String: (ticket: Int, found: Found)] = [:]
    private var tickets = 0
    /// How many removals of everything are under way.
    private var clearings = 0
    /// Of all images that wait, those included that a later write replaces.
    private var bytes = 0

    func find(_ key: String) -> Found {
        latest[key]?.found ?? (clearings > 0 ? .gone : .nothing)
    }

    /// False where as much waits as may.
    func hasRoom(for image: CachedImage) -> Bool {
        bytes == 0 || bytes + image.bytes.count <= Self.mostBytes
    }

    /// The ticket with which the write is `finish`ed.
    mutating func begin(_ found: Found, for key: String) -> Int {
        tickets += 1
        latest[key] = (tickets, found)
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
