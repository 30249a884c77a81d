package import Wire

/// URLs that hold for a time: the path stays, the query changes.
package struct URLSigning: Hashable, Sendable {
    package static let usualLifetime: Nanoseconds = 300_000_000_000

    /// What the signature is made with.
    package var key: String
    /// How long a URL holds that the client makes for itself.
    package var lifetime: Nanoseconds

    package init(key: String, lifetime: Nanoseconds = usualLifetime) {
        self.key = key
        self.lifetime = lifetime
    }
}
