package import HTTP

/// The fields of a message that concern one connection and are not forwarded (RFC 9110, 7.6.1).
package enum HopFields {
    static let always = [
        "Connection", "HTTP2-Settings", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authorization",
        "Proxy-Connection", "TE", "Transfer-Encoding", "Upgrade",
    ]
    private static let names = HTTPFieldNames(always)
    /// Fields that `Connection` may not remove: the message would mean something else without them.
    private static let kept: Set<String> = ["content-length", "host"]

    /// Fields by which a message is read. After its content they would come too late: a trailer that has one is
    /// wrong, and whoever obeys it reads another message.
    private static let framing = [
        "Content-Length", "Content-Encoding", "Content-Range", "Content-Type", "Host", "Trailer",
    ]

    /// The trailers that are passed on (RFC 9110, 6.5.1).
    package static func passable(trailers: HTTPFields) -> HTTPFields {
        var passable = trailers
        for name in always + framing { passable[name] = nil }
        return passable
    }

    /// The protocols of an `Upgrade` that are offered to the next one, too. HTTP/2 is not: its requests would cross
    /// unseen (RFC 9113, 3.1).
    private static func passable(upgrades fields: HTTPFields) -> String? {
        let offered =
            fields.combined("Upgrade")?.split(separator: ",").map { $0.filter { !$0.isWhitespace } } ?? []
        let passed = offered.filter { !["h2c", "h2"].contains($0.lowercased()) && !$0.isEmpty }
        return passed.isEmpty ? nil : passed.joined(separator: ", ")
    }

    /// Removes them. The protocols of an `Upgrade` are kept if `keepsUpgrade`: they are offered or accepted
    /// on the next connection, too. HTTP/2 is not: it is this connection's, whose requests go to many servers.
    package static func remove(from fields: inout HTTPFields, keepsUpgrade: Bool = false) {
        guard fields.mayHave(names) else { return }
        let options = fields.tokens("Connection")
        let upgrade = keepsUpgrade && options.contains("upgrade") ? passable(upgrades: fields) : nil
        let acceptsTrailers = fields.tokens("TE").contains("trailers")
        for name in always { fields[name] = nil }
        for name in options where !kept.contains(name) { fields[name] = nil }
        if acceptsTrailers { fields.append("TE", "trailers") }
        if let upgrade {
            fields.append("Connection", "Upgrade")
            fields.append("Upgrade", upgrade)
        } else if acceptsTrailers {
            fields.append("Connection", "TE")
        }
    }
}
