import LinuxIO
import Wire

/// How much of what a server sent has reached its clients, connection by connection, and who waits for more. Pure.
///
/// A connection is known by the address that the server sees. It is remembered after its end, since whoever asks may come
/// late, until another has its port: there is one entry for each port at the most.
struct CrossingTable<Waiter> {
    enum Answer: Equatable {
        /// By then so much had crossed.
        case crossed(Instant)
        /// It ended before.
        case never
        /// The waiter will be told.
        case later
        /// No such connection went over the line.
        case unknown
    }

    private struct Connection {
        var bytes = 0
        /// When the latest of them crossed.
        var latest = Instant.zero
        var isOver = false
        /// By the number of bytes.
        var waiting: [(bytes: Int, waiter: Waiter)] = []
    }

    private var connections: [SocketAddress: Connection] = [:]

    /// A connection begins. Answers who still waits for bytes of one before it at the same address.
    mutating func open(_ address: SocketAddress) -> [Waiter] {
        let before = connections.updateValue(Connection(), forKey: address)
        return before?.waiting.map(\.waiter) ?? []
    }

    /// Bytes reached the client. Answers those who waited for them.
    mutating func add(_ bytes: Int, of address: SocketAddress, at now: Instant) -> [Waiter] {
        guard bytes > 0 else { return [] }
        connections[address]?.bytes += bytes
        connections[address]?.latest = now
        guard let connection = connections[address], !connection.waiting.isEmpty else { return [] }
        let told = connection.waiting.prefix { $0.bytes <= connection.bytes }
        connections[address]?.waiting.removeFirst(told.count)
        return told.map(\.waiter)
    }

    /// Nothing more will cross. Answers who waited for more.
    mutating func close(_ address: SocketAddress) -> [Waiter] {
        guard let connection = connections[address] else { return [] }
        connections[address]?.isOver = true
        connections[address]?.waiting = []
        return connection.waiting.map(\.waiter)
    }

    /// No connection will carry anything any more. Answers all who wait.
    mutating func closeAll() -> [Waiter] {
        connections.keys.flatMap { close($0) }
    }

    /// Somebody wants to be told when the connection's first `bytes` have crossed.
    mutating func wait(_ waiter: Waiter, for bytes: Int, of address: SocketAddress) -> Answer {
        guard let connection = connections[address] else { return .unknown }
        if connection.bytes >= bytes { return .crossed(connection.latest) }
        guard !connection.isOver else { return .never }
        let place = connection.waiting.lastIndex { $0.bytes <= bytes }.map { $0 + 1 } ?? 0
        connections[address]?.waiting.insert((bytes, waiter), at: place)
        return .later
    }
}
