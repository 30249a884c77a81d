import Logs
import Scenarios
import Wire

/// Finds a transfer's request in the origin's log if its place on the connection was not kept.
struct OriginSearch {
    /// Entries not yet taken.
    private var left: [OriginLogEntry]
    /// All entries, by the client's port.
    private let connections: [UInt16: [OriginLogEntry]]

    init(_ log: [OriginLogEntry]) {
        left = log
        connections = Dictionary(grouping: log) { $0.clientPort }
    }

    /// Takes out the request for that file that was under way between its sending and its answer. `path` is
    /// the file's on its host.
    mutating func take(path: String, from sent: Instant, to answered: Instant) -> OriginLogEntry? {
        take { Self.isUnderWay($0, sent, answered) && Self.path(of: $0.target) == path }
    }

    /// The same for a file reached through a redirect: its size identifies it.
    mutating func take(bodyBytes: Int, from sent: Instant, to answered: Instant) -> OriginLogEntry? {
        take { Self.isUnderWay($0, sent, answered) && $0.bodyBytes == bodyBytes }
    }

    /// Takes out a request that was under way then, and was redirected.
    mutating func takeRedirect(from sent: Instant, to answered: Instant) -> OriginLogEntry? {
        take { Self.isUnderWay($0, sent, answered) && StatusSequence.redirecting.contains($0.status) }
    }

    /// The newest entry on that port, or for HTTP/2 of that stream: an HTTP/1 connection has one request at a
    /// time.
    func entry(
        port: UInt16,
        stream: Int?,
        from sent: Instant,
        to answered: Instant
    ) -> OriginLogEntry? {
        connections[port, default: []]
            .filter { $0.stream == stream && Self.isUnderWay($0, sent, answered) }
            .max { $0.requestFirstByte < $1.requestFirstByte }
    }

    private mutating func take(where isIt: (OriginLogEntry) -> Bool) -> OriginLogEntry? {
        left.firstIndex(where: isIt).map { left.remove(at: $0) }
    }

    /// The client may note a request just after it reached the origin.
    private static func isUnderWay(_ entry: OriginLogEntry, _ sent: Instant, _ answered: Instant) -> Bool {
        entry.requestFirstByte <= answered && (entry.responseLastByte ?? answered) >= sent
    }

    private static func path(of target: String) -> Substring {
        target.prefix { $0 != "?" }.dropFirst()
    }
}
