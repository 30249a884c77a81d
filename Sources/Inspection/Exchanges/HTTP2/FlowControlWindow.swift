/// What a client allows a server to send on one stream of HTTP/2, or on the connection, as far as its grants are seen.
struct FlowControlWindow {
    /// A window before any grant (RFC 9113, 6.9.2).
    static let initial = 65_535
    /// Most grants that are kept until they are used: a client may grant single bytes. Further ones count, but their moments
    /// are not known.
    private static let mostGrants = 16

    /// The most that the server was allowed to have on its way at once.
    private(set) var size: Int
    private var allowed: Int
    private var used = 0
    /// Grants that are not in use yet: how much had been allowed before each.
    private var grants: [(before: Int, stamp: Int64)] = []

    init(_ size: Int) {
        self.size = max(0, size)
        allowed = size
    }

    /// Takes a grant; a negative one takes back.
    mutating func grant(_ count: Int, at stamp: Int64) {
        if count > 0, grants.count < Self.mostGrants { grants.append((allowed, stamp)) }
        allowed += count
        size = max(size, allowed - used)
    }

    /// Takes data of the server. Returns the moment of the grant for which it had to wait: everything allowed before had been
    /// used. nil if it need not have waited.
    mutating func use(_ count: Int) -> Int64? {
        let passed = grants.firstIndex { $0.before >= used } ?? grants.count
        grants.removeFirst(passed)
        let granted = grants.first.flatMap { $0.before == used ? $0.stamp : nil }
        used += count
        return granted
    }
}
