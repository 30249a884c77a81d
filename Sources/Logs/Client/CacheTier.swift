import JSON

/// A cache of the client.
package enum CacheTier: String, Hashable, Sendable, CaseIterable, JSONReadable {
    case memory
    case disk
}
