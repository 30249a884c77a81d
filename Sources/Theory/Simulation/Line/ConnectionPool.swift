/// Which connections there are for whom, and who waits for one. Connections go by their places.
struct ConnectionPool {
    var numbered: [Int: Int] = [:]
    var waiting: [Int: [Int]] = [:]
    /// By host, in the order in which they were opened.
    private var open: [Int: [Int]] = [:]
    private var members: Set<Int> = []
    /// Those that carry nothing, the one opened first last.
    private var idle: [Int: [Int]] = [:]

    func count(of host: Int) -> Int { open[host]?.count ?? 0 }

    func first(of host: Int) -> Int? { open[host]?.first }

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

    mutating func takeIdle(of host: Int) -> Int? { idle[host]?.popLast() }

    /// Later exchanges open connections of their own.
    mutating func forget() {
        open = [:]
        members = []
        idle = [:]
    }
}
