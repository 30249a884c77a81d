/// Which redirects a client follows.
public struct RedirectRules: Hashable, Sendable {
    /// In a row, for one image; with 0 a redirect is a failure by its status.
    public var most: Int
    /// True where one may lead from `https` to `http`.
    public var allowsLeavingEncryption: Bool

    /// Ten in a row that stay encrypted, unless said otherwise.
    public init(most: Int = 10, allowsLeavingEncryption: Bool = false) {
        self.most = most
        self.allowsLeavingEncryption = allowsLeavingEncryption
    }

    /// None is followed.
    public static let none = RedirectRules(most: 0)
}
