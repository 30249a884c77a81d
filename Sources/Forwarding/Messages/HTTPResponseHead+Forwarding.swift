package import HTTP

extension HTTPResponseHead {
    /// The head as a proxy passes it to its client: without fields of the server's connection.
    package func forwarded() -> HTTPResponseHead {
        // HTTP/2 has no reasons.
        var head = HTTPResponseHead(status: status, reason: reason.isEmpty ? nil : reason, fields: fields)
        HopFields.remove(from: &head.fields, keepsUpgrade: status == 101)
        return head
    }

    /// The same from a proxy that stands in the server's place: redirects to the server lead back to the proxy,
    /// and cookies are for the proxy, which is spoken to in the clear.
    package func inPlace(of server: Destination, as standIn: String) -> HTTPResponseHead {
        var fields = HTTPFields()
        for field in self.fields {
            switch field.name.lowercased() {
            case "location", "content-location":
                fields.append(field.name, Self.led(field.value, from: server, to: standIn))
            case "set-cookie": fields.append(field.name, Self.unbound(field.value))
            default: fields.append(field.name, field.value)
            }
        }
        var head = self
        head.fields = fields
        return head
    }

    private static func led(_ url: String, from server: Destination, to standIn: String) -> String {
        guard case .absolute(let scheme, let authority, let path)? = HTTPTarget(parsing: url, method: "GET"),
            Destination(scheme: scheme, authority) == server
        else { return url }
        return "http://\(standIn)\(path)"
    }

    /// A cookie without `Domain` is for the host that set it. `Secure` ones, and `SameSite=None`, which needs
    /// that, are not kept over plain HTTP.
    private static func unbound(_ cookie: String) -> String {
        let parts = cookie.split(separator: ";", omittingEmptySubsequences: false)
        let kept = parts.enumerated().filter { index, part in
            let name = part.prefix { $0 != "=" }.filter { $0 != " " }.lowercased()
            let isNone = name == "samesite" && part.lowercased().hasSuffix("none")
            return index == 0 || !(name == "domain" || name == "secure" || isNone)
        }
        return kept.map(\.element).joined(separator: ";")
    }
}
