/// A request's target, in one of the four forms of RFC 9112, 3.2.
package enum HTTPTarget: Hashable, Sendable {
    /// `/a?b`: path and query, as sent, for the host in `Host`.
    case origin(String)
    /// `http://host/a?b`, for proxies; the scheme is in lower case. The path may be empty.
    case absolute(scheme: String, HTTPAuthority, String)
    /// `host:443`: the only form of `CONNECT`, which has no other use.
    case authority(HTTPAuthority)
    /// `*`: only for `OPTIONS`.
    case asterisk

    /// nil if the target is malformed or its form does not fit the method.
    package init?(parsing target: String, method: String) {
        if method == "CONNECT" {
            guard let authority = HTTPAuthority(parsing: target), authority.port != nil,
                !authority.host.isEmpty
            else { return nil }
            self = .authority(authority)
        } else if target.utf8.first == UInt8(ascii: "/") {
            guard Self.isPath(target.utf8) else { return nil }
            self = .origin(target)
        } else if target == "*" {
            guard method == "OPTIONS" else { return nil }
            self = .asterisk
        } else {
            self.init(absolute: target)
        }
    }

    /// Whether the bytes are visible characters and a target that fits the method.
    static func isSpelt(_ target: ArraySlice<UInt8>, method: String) -> Bool {
        // The usual form needs no string.
        if target.first == UInt8(ascii: "/"), method != "CONNECT" { return isPath(target) }
        return HTTPTarget(parsing: HTTPText.string(target), method: method) != nil
    }

    private init?(absolute target: String) {
        guard let mark = target.firstRange(of: "://") else { return nil }
        let scheme = target[..<mark.lowerBound].lowercased()
        let rest = target[mark.upperBound...]
        let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        guard ["http", "https"].contains(scheme),
            let authority = HTTPAuthority(parsing: String(rest[..<end])),
            !authority.host.isEmpty, Self.isPath(rest[end...].utf8)
        else { return nil }
        self = .absolute(scheme: scheme, authority, String(rest[end...]))
    }

    /// A fragment never leaves the client. With one, sender and reader might mean different paths.
    private static func isPath(_ bytes: some Sequence<UInt8>) -> Bool {
        bytes.allSatisfy { HTTPText.isVisible($0) && $0 != UInt8(ascii: "#") }
    }
}

extension HTTPTarget: CustomStringConvertible {
    /// As written in a request line.
    package var description: String {
        switch self {
        case .origin(let path): path
        case .absolute(let scheme, let authority, let path): "\(scheme)://\(authority)\(path)"
        case .authority(let authority): authority.description
        case .asterisk: "*"
        }
    }
}

extension HTTPRequestHead {
    /// The authority that the request is for: the target's, else the one in `Host`. nil if neither states
    /// one.
    package var authority: HTTPAuthority? {
        switch HTTPTarget(parsing: target, method: method) {
        case .absolute(_, let authority, _), .authority(let authority): authority
        case .origin, .asterisk, nil: fields["Host"].flatMap { HTTPAuthority(parsing: $0) }
        }
    }
}
