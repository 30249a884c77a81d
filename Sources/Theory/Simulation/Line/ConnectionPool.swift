/// Which connections there are for whom, and who waits for one. Connections go by their places.
struct ConnectionPool {
    /// A fetch whose turn it is, and the connection it gets; nil where one is to be opened for it.
    struct Turn {
        let fetch: Int
        let connection: Int?
    }

    private var numbered: [Int: Int] = [:]
    private var waiting: [Int: [Int]] = [:]
    /// By host, in the order in which they were opened.
    private var open: [Int: [Int]] = [:]
    private var members: Set<Int> = []
    /// Those that carry nothing, the one opened first last.
    private var idle: [Int: [Int]] = [:]

    // MARK: Connections with a number

    func connection(number: Int) -> Int? { numbered[number] }

    mutating func add(_ connection: Int, number: Int) { numbered[number] = connection }

    mutating func removeNumbered(where isClosed: (Int) -> Bool) {
        numbered = numbered.filter { !isClosed($0.value) }
    }

    // MARK: Connections to a host

    mutating func wait(_ fetch: Int, for host: Int) { waiting[host, default: []].append(fetch) }

    /// The next fetch that a connection is there or may be opened for: with HTTP/2 (`isShared`) all share one.
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

    /// It carries nothing any more.
    mutating func rest(_ connection: Int, of host: Int) {
        guard members.contains(connection) else { return }
        let place = idle[host]?.firstIndex { $0 < connection } ?? idle[host]?.count ?? 0
        idle[host, default: []].insert(connection, at: place)
    }

    /// Later exchanges open connections of their own.
    mutating func forget() {
        open = [:]
        members = []
        idle = [:]
    }
}
