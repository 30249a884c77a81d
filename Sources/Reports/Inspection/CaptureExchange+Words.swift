package import Inspection

extension CaptureExchange {
    /// Host in lower case without port, as the request names it; otherwise the server's name or address.
    package var host: String {
        if let serverName { return serverName.lowercased() }
        guard let url, let start = Self.authority(of: url) else { return "\(server.address)" }
        let authority = url[start...].prefix { $0 != "/" && $0 != "?" }
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
            return authority[...end].lowercased()
        }
        return authority.prefix { $0 != ":" }.lowercased()
    }

    /// Path and query, as the request names them; nil if the capture lacks them.
    package var path: String? {
        guard let target else { return nil }
        guard let start = Self.authority(of: target) else { return target }
        return target[start...].firstIndex(of: "/").map { String(target[$0...]) } ?? "/"
    }

    /// Where an absolute URL's authority begins. Bytes are compared, since every exchange of a capture is asked.
    private static func authority(of url: String) -> String.Index? {
        let bytes = url.utf8
        let mark = "://".utf8
        guard let end = bytes.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }),
            bytes[end...].starts(with: mark)
        else { return nil }
        return bytes.index(end, offsetBy: mark.count)
    }

    /// The media type without parameters, in lower case; empty if unknown.
    package var mediaKind: String {
        let bytes = (mediaType ?? "").utf8.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") }
        return String(decoding: bytes.filter { $0 != UInt8(ascii: " ") }, as: UTF8.self).lowercased()
    }
}
