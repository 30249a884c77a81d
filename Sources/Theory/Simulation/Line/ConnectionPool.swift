/// Open connections by host, and the fetches that wait for one. Connections are given by index.
struct ConnectionPool {
    /// The next fetch and its connection; nil if one has to be opened for it.
    struct Turn {
        let fetch: Int
        let connection: Int?
    }

    private var numbered: [Int: Int] = [:]
    private var waiting: [Int: [Int]] = [:]
    /// By host, in order of opening.
    private var open: [Int: [Int]] = [:]
    private var members: Set<Int> = []
    /// Idle connections by host; the one opened first is last.
    private var idle: [Int: [Int]] = [:]

    // MARK: Connections with a number

    func connection(number: Int) -> Int? { numbered[number] }

    mutating func add(_ connection: Int, number: Int) { numbered[number] = connection }

    mutating func removeNumbered(where isClosed: (Int) -> Bool) {
        numbered = numbered.filter { !isClosed($0.value) }
    }

    // MARK: Connections to a host

    mutating func wait(_ fetch: Int, for host: Int) { waiting[host, default: []].append(fetch) }

    /// The next fetch that a connection is available or may be opened for. With HTTP/2 (`isShared`) all
    /// fetches share one connection.
    mutating func next(of host: Int, isShared: Bool, limit: Int) -> Turn? {
        guard let fetch = waiting[host]?.first else { return nil }
        let connection = isShared ? open[host]?.first : idle[host]?.popLast()
        let most = isShared ? 1 : max(1, limit)
        guard connection != nil || open[host]?.count ?? 0 < most else { return nil }
        waiting[host]?.removeFirst()
        return Turn(fetch: fetch, connection: connection)
    }

    mutating func add(_ connection: Int, of host: Int) {
        open[host, default: []].append(connection)
        members.insert(connection)
    }

    /// Marks the connection as idle.
    mutating func rest(_ connection: Int, of host: Int) {
        guard members.contains(connection) else { return }
        let place = idle[host]?.firstIndex { $0 < connection } ?? idle[host]?.count ?? 0
        idle[host, default: []].insert(connection, at: place)
    }

    /// Drops all connections, so that later exchanges open new ones.
    mutating func forget() {
        open = [:]
        members = []
        idle = [:]
    }
}
