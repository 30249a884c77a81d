package import HTTP

/// Another proxy for HTTP that servers are reached through.
package struct ParentProxy: Hashable, Sendable {
    package let server: Destination
    private let credentials: Credentials?
    /// Servers that are reached without it.
    package var exceptions: [HostPattern] = []

    /// Reads `http://host:port`, with `user:password@` before the host if the parent asks for them. Characters
    /// that a URL has a use for are percent-encoded there. nil for any other text.
    package init?(url: String) {
        guard let scheme = url.firstRange(of: "://") else { return nil }
        let rest = url[scheme.upperBound...]
        guard let at = rest.lastIndex(of: "@") else {
            self.init(url, nil)
            return
        }
        let parts = rest[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let texts = parts.compactMap { PercentEncoding.decoded($0) }
        guard texts.count == parts.count, let user = texts.first, !user.contains(":"), !user.isEmpty else {
            return nil
        }
        self.init(
            url[..<scheme.upperBound] + rest[rest.index(after: at)...],
            .basic(user: user, password: texts.count == 2 ? texts[1] : "")
        )
    }

    private init?(_ url: some StringProtocol, _ credentials: Credentials?) {
        guard let server = Destination(url: String(url)), !server.isEncrypted else { return nil }
        self.server = server
        self.credentials = credentials
    }

    package func serves(_ destination: Destination) -> Bool {
        !exceptions.contains { $0.matches(destination) }
    }

    /// Asks for a tunnel to the server.
    package func connect(to server: Destination) -> HTTPRequestHead {
        var head = HTTPRequestHead(method: "CONNECT", target: server.description)
        head.fields["Host"] = server.description
        head.fields["Proxy-Authorization"] = credentials?.value
        return head
    }

    /// A request in the clear as the parent is to get it.
    package func head(of request: ForwardedRequest) -> HTTPRequestHead {
        var head = request.head
        let server = "http://\(request.destination.authority)"
        // `OPTIONS *` is written as a URL without a path.
        head.target = head.target == "*" ? server : server + head.target
        head.fields["Proxy-Authorization"] = credentials?.value
        return head
    }
}
