import Wire

/// Recognises the beginning of an HTTP/1 message by its first bytes.
enum HTTPStart {
    /// `no` is final; `perhaps` needs more bytes.
    enum Likeness {
        case yes, perhaps, no
    }

    private static let statusLine = Array("HTTP/1.".utf8)

    private static let requestLines = [
        "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "CONNECT", "TRACE", "PROPFIND",
        "PROPPATCH", "MKCOL", "COPY", "MOVE", "LOCK", "UNLOCK", "REPORT", "SEARCH", "NOTIFY", "M-SEARCH",
        "SUBSCRIBE", "UNSUBSCRIBE", "MKCALENDAR", "LINK", "UNLINK", "PURGE", "ACL", "BIND", "MERGE",
        "CHECKOUT",
    ].map { Array("\($0) ".utf8) }

    static func request(_ bytes: RawSpan) -> Likeness {
        // Most segments of other protocols end here.
        guard let first = bytes.byte(at: 0) else { return .perhaps }
        guard first >= UInt8(ascii: "A"), first <= UInt8(ascii: "Z") else { return .no }
        var likeness = Likeness.no
        for line in requestLines where line.first == first {
            switch compare(bytes, line) {
            case .yes: return .yes
            case .perhaps: likeness = .perhaps
            case .no: continue
            }
        }
        return likeness
    }

    static func response(_ bytes: RawSpan) -> Likeness {
        compare(bytes, statusLine)
    }

    static func compare(_ bytes: RawSpan, _ pattern: [UInt8]) -> Likeness {
        for (index, wanted) in pattern.enumerated() {
            guard let byte = bytes.byte(at: index) else { return .perhaps }
            if byte != wanted { return .no }
        }
        return .yes
    }
}
