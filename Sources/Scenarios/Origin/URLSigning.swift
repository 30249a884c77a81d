package import Wire

/// URLs with an expiry date: the path stays the same and the query changes.
package struct URLSigning: Hashable, Sendable {
    package static let usualLifetime: Nanoseconds = 300_000_000_000

    /// Key of the signature.
    package var key: String
    /// Lifetime of the URLs that the client signs for itself.
    package var lifetime: Nanoseconds

    package init(key: String, lifetime: Nanoseconds = usualLifetime) {
        self.key = key
        self.lifetime = lifetime
    }
}
