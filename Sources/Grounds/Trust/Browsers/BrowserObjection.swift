/// Why a browser cannot be made to trust a bench's authority, and what would help.
struct BrowserObjection: Error, Hashable, CustomStringConvertible {
    /// Without a full stop.
    var reason: String

    init(_ reason: String) {
        self.reason = reason
    }

    var description: String { reason }
}
