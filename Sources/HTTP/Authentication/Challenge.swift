/// A server's request for credentials: the value of `WWW-Authenticate` and `Proxy-Authenticate`.
package struct Challenge: Hashable, Sendable, CustomStringConvertible {
    package let scheme: String
    package let parameters: [FieldParameter]

    package init(_ scheme: String, _ parameters: [FieldParameter]) {
        self.scheme = scheme
        self.parameters = parameters
    }

    package static func basic(realm: String) -> Challenge {
        Challenge("Basic", [FieldParameter("realm", realm), FieldParameter("charset", "UTF-8")])
    }

    /// `error` is an error code of RFC 6750, such as `invalid_token`; nil if the client sent no token.
    package static func bearer(realm: String, error: String? = nil) -> Challenge {
        Challenge(
            "Bearer",
            [FieldParameter("realm", realm)] + (error.map { [FieldParameter("error", $0)] } ?? [])
        )
    }

    /// Values are always quoted: some clients accept a realm no other way.
    package var description: String {
        let written = parameters.map { "\($0.name)=\(HTTPText.quoted($0.value))" }
        return "\(scheme) \(written.joined(separator: ", "))"
    }
}
