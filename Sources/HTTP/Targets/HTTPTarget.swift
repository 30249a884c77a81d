/// What a request is about, in one of the four forms of RFC 9112, 3.2.
package enum HTTPTarget: Hashable, Sendable {
    /// `/a?b`: path and query, as sent. To the host that `Host` names.
    case origin(String)
    /// `http://host/a?b`, as proxies are asked; the scheme in lower case. The path may be empty.
    case absolute(scheme: String, HTTPAuthority, String)
    /// `host:443`: `CONNECT` alone, and it knows no other.
    case authority(HTTPAuthority)
    /// `*`: `OPTIONS` alone.
    case asterisk

    /// nil where the target is malformed or the method does not go with its form.
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

    /// Whether visible characters are a target that goes with the method.
    static func isSpelt(_ target: ArraySlice<UInt8>, method: String) -> Bool {
        // The usual form needs no text.
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

    /// A fragment never leaves the client: who sends one may mean another path than who reads it.
    private static func isPath(_ bytes: some Sequence<UInt8>) -> Bool {
        bytes.allSatisfy { HTTPText.isVisible($0) && $0 != UInt8(ascii: "#") }
    }
}

extension HTTPTarget: CustomStringConvertible {
    /// As a request line has it.
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
    /// Whom the request is for: what the target says, else `Host`. nil where neither does.
    package var authority: HTTPAuthority? {
        switch HTTPTarget(parsing: target, method: method) {
        case .absolute(_, let authority, _), .authority(let authority): authority
        case .origin, .asterisk, nil: fields["Host"].flatMap { HTTPAuthority(parsing: $0) }
        }
    }
}
