import Inspection

extension CaptureExchange {
    /// Host in lower case without port, as the request names it; otherwise the server's name or address.
    var host: String {
        if let serverName { return serverName.lowercased() }
        guard let url, let scheme = url.firstRange(of: "://") else { return "\(server.address)" }
        let authority = url[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" }
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
            return authority[...end].lowercased()
        }
        return authority.prefix { $0 != ":" }.lowercased()
    }

    /// The media type without parameters, in lower case; empty if unknown.
    var mediaKind: String {
        (mediaType ?? "").prefix { $0 != ";" && $0 != "," }.filter { $0 != " " }.lowercased()
    }
}
