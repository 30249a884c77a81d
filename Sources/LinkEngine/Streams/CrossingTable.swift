import LinuxIO
import Wire

/// How much of a server's data has reached its clients, by connection, and which waiters expect more. Pure.
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
    }

    private var connections: [SocketAddress: Connection] = [:]

    /// A connection begins. Returns the waiters of an earlier one at the same address.
    mutating func open(_ address: SocketAddress) -> [Waiter] {
        let before = connections.updateValue(Connection(), forKey: address)
        return before?.waiting.map(\.waiter) ?? []
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
