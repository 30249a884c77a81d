import JSON

/// Where a caller's bytes came from.
package enum ImageSource: String, Hashable, Sendable, CaseIterable, JSONReadable {
    case memory
    case disk
    /// From a cache, after the origin confirmed it (304).
    case revalidated
    case network
    /// Nothing came: the transfer failed.
    case none
}
