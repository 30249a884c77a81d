/// Which connections there are for whom, and who waits for one. Connections go by their places.
struct ConnectionPool {
    var numbered: [Int: Int] = [:]
    var ofHost: [Int: [Int]] = [:]
    var waiting: [Int: [Int]] = [:]

    /// Later exchanges open connections of their own.
    mutating func forget() {
        ofHost = [:]
    }
}
