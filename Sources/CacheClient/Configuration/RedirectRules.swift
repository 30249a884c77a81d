/// Which redirects a client follows.
public struct RedirectRules: Hashable, Sendable {
    /// Maximum number of redirects in a row for one image; with 0 a redirect is a failure with its status.
    public var most: Int
    /// True if a redirect may lead from `https` to `http`.
    public var allowsLeavingEncryption: Bool

    /// Makes rules; by default up to ten redirects in a row, which must stay encrypted.
    public init(most: Int = 10, allowsLeavingEncryption: Bool = false) {
        self.most = most
        self.allowsLeavingEncryption = allowsLeavingEncryption
    }

    /// Follows no redirects.
    public static let none = RedirectRules(most: 0)
}
