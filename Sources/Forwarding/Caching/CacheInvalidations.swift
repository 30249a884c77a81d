/// Which URLs were invalidated while exchanges were under way: what a server answered before an unsafe request may
/// arrive after it, and must not be stored then.
package struct CacheInvalidations: Hashable, Sendable {
    /// URLs that are told apart; beyond that, every exchange under way counts as overtaken.
    private let most: Int
    private var count = 0
    /// Exchanges from before it may have been overtaken.
    private var floor = 0
    private var latest: [String: Int] = [:]

    package init(most: Int = 10_000) {
        self.most = most
    }

    /// The place of an exchange that begins now.
    package var present: Int { count }

    package mutating func note(_ url: String) {
        count += 1
        if latest.count >= most, latest[url] == nil {
            latest = [:]
            floor = count
        }
        latest[url] = count
    }

    /// The URL was invalidated after an exchange had begun at that place.
    package func hasOvertaken(_ url: String, since begin: Int) -> Bool {
        begin < floor || latest[url, default: 0] > begin
    }
}
