import Logs
import Scenarios
import Wire

/// Finds in the origin's log what a transfer asked for where nobody kept its place on the connection.
struct OriginSearch {
    /// What nobody took.
    private var left: [OriginLogEntry]
    /// All, by the client's port.
    private let connections: [UInt16: [OriginLogEntry]]

    init(_ log: [OriginLogEntry]) {
        left = log
        connections = Dictionary(grouping: log) { $0.clientPort }
    }

    /// Takes out the request of that file that was under way from the moment it was sent until it was answered. `path` is the
    /// file's on its host.
    mutating func take(path: String, from sent: Instant, to answered: Instant) -> OriginLogEntry? {
        take { Self.isUnderWay($0, sent, answered) && Self.path(of: $0.target) == path }
    }

    /// The same, of a file that another address led to: it is known by its size.
    mutating func take(bodyBytes: Int, from sent: Instant, to answered: Instant) -> OriginLogEntry? {
        take { Self.isUnderWay($0, sent, answered) && $0.bodyBytes == bodyBytes }
    }

    /// Takes out a request that was under way then, and led on to another address.
    mutating func takeRedirect(from sent: Instant, to answered: Instant) -> OriginLogEntry? {
        take { Self.isUnderWay($0, sent, answered) && StatusSequence.redirecting.contains($0.status) }
    }

    /// The newest on that port, or with HTTP/2 that stream of it: a connection of HTTP/1 has one request at a time.
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

    /// The client may note what it has sent a moment after it came to the origin.
    private static func isUnderWay(_ entry: OriginLogEntry, _ sent: Instant, _ answered: Instant) -> Bool {
        entry.requestFirstByte <= answered && (entry.responseLastByte ?? answered) >= sent
    }

    private static func path(of target: String) -> Substring {
        target.prefix { $0 != "?" }.dropFirst()
    }
}
