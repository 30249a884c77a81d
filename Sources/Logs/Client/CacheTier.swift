/// A cache of the client.
package enum CacheTier: String, Hashable, Sendable {
    case memory
    case disk
}
