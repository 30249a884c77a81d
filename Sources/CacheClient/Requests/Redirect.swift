/// One redirect from an address to another.
public struct Redirect: Hashable, Sendable {
    /// The status: 301, 302, 303, 307 or 308.
    public var status: Int
    /// The URL that redirects.
    public var from: String
    /// The URL it redirects to, absolute.
    public var to: String
}
