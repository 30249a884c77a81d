import HTTP
import LinuxIO
import Synchronization

/// Decides who may see a page, and which requests come from it.
///
/// A link holds a token that is good once. Whoever opens it gets a cookie, which is good as long as the program
/// runs. Requests under a foreign name or from a foreign page are refused, so that no web site can use the cookie
/// of a browser on this machine.
final class PageAccess: Sendable {
    /// Links that wait to be opened, and browsers that have opened one; the oldest make room.
    private static let most = 64

    private struct State {
        var tokens: [String] = []
        var sessions: [String] = []
    }

    private let state = Mutex(State())

    init() {}

    /// A new token for a link.
    func token() -> String {
        let token = RandomToken.text()
        state.withLock { state in
            if state.tokens.count == Self.most { state.tokens.removeFirst() }
            state.tokens.append(token)
        }
        return token
    }

    /// The new cookie of whoever has opened a link; nil if its token is not good, or not any more.
    func redeem(_ token: String) -> String? {
        state.withLock { state in
            guard let place = state.tokens.firstIndex(where: { Self.isEqual($0, token) }) else { return nil }
            state.tokens.remove(at: place)
            let session = RandomToken.text()
            if state.sessions.count == Self.most { state.sessions.removeFirst() }
            state.sessions.append(session)
            return session
        }
    }

    /// True for a request that shows a good cookie.
    func admits(_ head: HTTPRequestHead, at address: SocketAddress) -> Bool {
        let cookies = RequestCookies(head.fields)
        let name = Self.cookie(of: address)
        guard let value = cookies?[name] else { return false }
        return state.withLock { $0.sessions.contains { Self.isEqual($0, value) } }
    }

    /// Cookies of one machine's ports are not apart by themselves.
    static func cookie(of address: SocketAddress) -> String { "netlab-\(address.port)" }

    /// True if the request names this server as a browser on this machine does, and is not made by another site's
    /// page.
    static func isOwn(_ head: HTTPRequestHead, at address: SocketAddress) -> Bool {
        let names = [address.description, "localhost:\(address.port)"]
        guard let host = head.fields["Host"]?.lowercased(), names.contains(host) else { return false }
        if let origin = head.fields["Origin"]?.lowercased(), origin != "http://\(host)" { return false }
        // Browsers tell where a request comes from. `none` is the user's own link or reload.
        guard let site = head.fields["Sec-Fetch-Site"]?.lowercased() else { return true }
        return site == "same-origin" || site == "none"
    }

    private static func isEqual(_ one: String, _ other: String) -> Bool {
        ConstantTime.isEqual(Array(one.utf8), Array(other.utf8))
    }
}
