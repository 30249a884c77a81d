import Wire

/// How long a client that has ended its side still gets what is being made for it. Pure.
struct HalfCloseGrace {
    private let patience: Nanoseconds
    private var latest: Instant
    private var sentBytes: Int?

    /// The client's end came at that instant.
    init(at instant: Instant, patience: Nanoseconds) {
        latest = instant
        self.patience = patience
    }

    var deadline: Instant { latest + patience }

    /// `sentBytes`: bytes of the connection that the kernel has taken. A client that is still there may wait for more
    /// of them; the system of one that has left answers with a reset.
    mutating func isOver(at now: Instant, after sentBytes: Int) -> Bool {
        if let known = self.sentBytes, known != sentBytes { latest = now }
        self.sentBytes = sentBytes
        return now >= deadline
    }
}
