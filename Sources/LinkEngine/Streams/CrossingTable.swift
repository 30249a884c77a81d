import LinuxIO
import Wire

/// How much of a server's data has reached its clients, by connection, and which waiters expect more; and how long the
/// clients' data was on its way. Pure.
///
/// A connection is identified by the address that the server sees. It is kept after its end, because
/// questions may come late, until another connection uses its port: there is at most one entry per port.
struct CrossingTable<Waiter> {
    enum Answer: Equatable {
        /// The bytes had crossed by this time.
        case crossed(Instant)
        /// The connection ended before.
        case never
        /// The waiter will be notified.
        case later
        /// No such connection went over the line.
        case unknown
    }

    private struct Connection {
        var bytes = 0
        /// When the latest bytes crossed.
        var latest = Instant.zero
        var isOver = false
        /// Ordered by the number of bytes.
        var waiting: [(bytes: Int, waiter: Waiter)] = []
        var ways = CrossingTimes()
    }

    private var connections: [SocketAddress: Connection] = [:]

    /// A connection begins, which its client asked for at `asked`. Returns the waiters of an earlier one at the same
    /// address.
    mutating func open(_ address: SocketAddress, asked: Instant) -> [Waiter] {
        var connection = Connection()
        connection.ways.open(at: asked)
        let before = connections.updateValue(connection, forKey: address)
        return before?.waiting.map(\.waiter) ?? []
    }

    /// Bytes of the client went onto the line.
    mutating func enter(_ bytes: Int, of address: SocketAddress, at now: Instant) {
        connections[address]?.ways.enter(bytes, at: now)
    }

    /// That many more of them are about to reach the server.
    mutating func leave(_ bytes: Int, of address: SocketAddress, at now: Instant) {
        connections[address]?.ways.leave(bytes, at: now)
    }

    /// How long those had been on their way that the server had at `instant`; nil if none had come, or no such
    /// connection went over the line.
    func way(of address: SocketAddress, at instant: Instant) -> Nanoseconds? {
        connections[address]?.ways.way(at: instant)
    }

    /// Bytes reached the client. Returns the waiters for them.
    mutating func add(_ bytes: Int, of address: SocketAddress, at now: Instant) -> [Waiter] {
        guard bytes > 0 else { return [] }
        connections[address]?.bytes += bytes
        connections[address]?.latest = now
        guard let connection = connections[address], !connection.waiting.isEmpty else { return [] }
        let told = connection.waiting.prefix { $0.bytes <= connection.bytes }
        connections[address]?.waiting.removeFirst(told.count)
        return told.map(\.waiter)
    }

    /// No more bytes will cross. Returns the waiters for more.
    mutating func close(_ address: SocketAddress) -> [Waiter] {
        guard let connection = connections[address] else { return [] }
        connections[address]?.isOver = true
        connections[address]?.waiting = []
        return connection.waiting.map(\.waiter)
    }

    /// The line has ended. Returns all waiters.
    mutating func closeAll() -> [Waiter] {
        connections.keys.flatMap { close($0) }
    }

    /// Asks for notice when the connection's first `bytes` have crossed.
    mutating func wait(_ waiter: Waiter, for bytes: Int, of address: SocketAddress) -> Answer {
        guard let connection = connections[address] else { return .unknown }
        if connection.bytes >= bytes { return .crossed(connection.latest) }
        guard !connection.isOver else { return .never }
        let place = connection.waiting.lastIndex { $0.bytes <= bytes }.map { $0 + 1 } ?? 0
        connections[address]?.waiting.insert((bytes, waiter), at: place)
        return .later
    }
}
