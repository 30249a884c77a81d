/// One address that sent the client on to another.
public struct Redirect: Hashable, Sendable {
    /// 301, 302, 303, 307 or 308.
    public var status: Int
    /// Who sent it on.
    public var from: String
    /// Where to, absolute.
    public var to: String
}
