package import HTTP

/// The fields of a message that concern one connection and are not forwarded (RFC 9110, 7.6.1).
package enum HopFields {
    static let always = [
        "Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authorization", "Proxy-Connection",
        "TE", "Transfer-Encoding", "Upgrade",
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

    /// Removes them. The protocols of an `Upgrade` are kept if `keepsUpgrade`: they are offered or accepted
    /// on the next connection, too. HTTP/2 is not: it is this connection's, whose requests go to many servers.
    package static func remove(from fields: inout HTTPFields, keepsUpgrade: Bool = false) {
        guard fields.mayHave(names) else { return }
        let options = fields.tokens("Connection")
        let upgrade = keepsUpgrade && options.contains("upgrade") ? Self.passableUpgrade(fields) : nil
        let takesTrailers = fields.tokens("TE").contains("trailers")
        for name in always { fields[name] = nil }
        for name in options where !kept.contains(name) { fields[name] = nil }
        if takesTrailers { fields.append("TE", "trailers") }
        if let upgrade {
            fields.append("Connection", "Upgrade")
            fields.append("Upgrade", upgrade)
        } else if takesTrailers {
            fields.append("Connection", "TE")
        }
    }

    /// nil if nothing is left of it.
    private static func passableUpgrade(_ fields: HTTPFields) -> String? {
        let offered = fields.combined("Upgrade")?.split(separator: ",") ?? []
        let kept = offered.map { $0.filter { $0 != " " && $0 != "\t" } }
            .filter { !$0.isEmpty && $0.lowercased() != "h2c" }
        return kept.isEmpty ? nil : kept.joined(separator: ", ")
    }
}
