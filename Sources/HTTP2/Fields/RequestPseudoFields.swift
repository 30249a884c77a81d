package import HTTP

/// HTTP/2's pseudo-fields of a request, sent before its fields.
package struct RequestPseudoFields {
    let authority: String?
    private let method: String
    /// CONNECT has none.
    private let resource: (scheme: String, path: String)?

    /// `scheme` is used if the target does not state one.
    package init(_ head: HTTPRequestHead, scheme: String) throws(HTTP2Error) {
        method = head.method
        guard HTTPText.isToken(ArraySlice(head.method.utf8)) else {
            throw .malformedRequest(reason: "its method is not a token")
        }
        switch HTTPTarget(parsing: head.target, method: head.method) {
        case .authority(let named): (authority, resource) = (named.description, nil)
        case .origin(let path): (authority, resource) = (head.fields["Host"], (scheme, path))
        case .asterisk: (authority, resource) = (head.fields["Host"], (scheme, "*"))
        case .absolute(let scheme, let named, let path):
            authority = named.description
            // RFC 9113, 8.3.1: an OPTIONS request without a path means the server.
            let isForServer = path.isEmpty && head.method == "OPTIONS"
            resource = (scheme, isForServer ? "*" : path.hasPrefix("/") ? path : "/" + path)
        case nil: throw .malformedRequest(reason: "its target is malformed, or not allowed for its method")
        }
        guard authority.map({ HTTPAuthority(parsing: $0) != nil }) ?? true else {
            throw .malformedRequest(reason: "its host is malformed")
        }
    }

    var fields: [(name: String, value: String)] {
        var fields = [(name: ":method", value: method)]
        if let resource { fields.append((":scheme", resource.scheme)) }
        if let authority { fields.append((":authority", authority)) }
        if let resource { fields.append((":path", resource.path)) }
        return fields
    }
}
