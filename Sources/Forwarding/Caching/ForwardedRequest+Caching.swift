import HTTP

extension ForwardedRequest {
    /// The URL under which responses are stored. If the client has looked the name up itself, its address is
    /// part of that: a client that lies about it would else decide what others get.
    package var storedURL: String { stored(url) }

    /// The same of what a response refers to; nil if that is another server's.
    package func storedURL(of reference: String) -> String? {
        let bare = String(reference.prefix { $0 != "#" })
        let isShort = bare.hasPrefix("//")
        let whole = isShort ? "\(destination.scheme):\(bare)" : bare
        if case .absolute(let scheme, let authority, let path)? = HTTPTarget(parsing: whole, method: "GET") {
            let named = Destination(scheme: scheme, authority)
            guard named.endpointName == destination.endpointName else { return nil }
            return stored(atPath: path.hasPrefix("/") ? path : "/\(path)")
        }
        // Another scheme, or no reference at all.
        let first = bare.prefix { $0 != "/" && $0 != "?" }
        guard !isShort, !first.contains(":"), head.target.hasPrefix("/") else { return nil }
        if bare.hasPrefix("/") { return stored(atPath: Self.withoutSteps(bare)) }
        let base = head.target.prefix { $0 != "?" }
        if bare.isEmpty || bare.hasPrefix("?") { return stored(atPath: base + bare) }
        let folder = base[...(base.lastIndex(of: "/") ?? base.startIndex)]
        return stored(atPath: Self.withoutSteps(folder + bare))
    }

    private func stored(atPath target: String) -> String {
        stored("\(destination.scheme)://\(destination.authority)\(target)")
    }

    private func stored(_ url: String) -> String {
        destination.address.map { "\(url) at \($0)" } ?? url
    }

    /// Follows `.` and `..` in a path (RFC 3986, 5.2.4).
    private static func withoutSteps(_ target: String) -> String {
        let path = target.prefix { $0 != "?" }
        var names: [Substring] = []
        let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        for (number, name) in parts.enumerated() {
            let isLast = number == parts.count - 1
            switch name {
            case ".": if isLast { names.append("") }
            case "..":
                _ = names.popLast()
                if isLast { names.append("") }
            default: names.append(name)
            }
        }
        return "/" + names.joined(separator: "/") + target.dropFirst(path.count)
    }
}

extension Destination {
    /// What makes two URLs one server's.
    fileprivate var endpointName: String { "\(scheme)://\(description)" }
}
