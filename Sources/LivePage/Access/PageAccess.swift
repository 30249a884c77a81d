import HTTP
import LinuxIO
import Synchronization

/// Decides who may see a page, and which requests come from it.
///
/// A link holds a token that is good once. Whoever opens it gets a cookie, which is good as long as the program
/// runs. Requests under a foreign name or from a foreign page are refused, so that no web site can use the cookie
/// of a browser on this machine.
///
/// Browsers send a cookie to every port of its host, so other users' servers on this machine would get it. The page
/// therefore stands in a folder with a name that nobody can guess, and the cookie belongs to that folder alone.
final class PageAccess: Sendable {
    /// Links that wait to be opened, and browsers that have opened one; the oldest make room.
    private static let most = 64

    private struct State {
        var tokens: [String] = []
        var sessions: [String] = []
    }

    private let state = Mutex(State())
    /// The path below which the page and all its parts are, with a slash at both ends.
    let folder = "/\(RandomToken.text())/"

    init() {}

    /// The request's target within the folder, with a slash at its front; nil if it is not there.
    func target(of head: HTTPRequestHead) -> String? {
        let (target, folder) = (Array(head.target.utf8), Array(folder.utf8))
        guard target.count >= folder.count, ConstantTime.isEqual(Array(target.prefix(folder.count)), folder)
        else { return nil }
        return String(decoding: target.dropFirst(folder.count - 1), as: UTF8.self)
    }

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

    /// Two pages of one browser have cookies of their own.
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
