/// Tells by its first bytes whether a message of HTTP/1 begins.
enum HTTPStart {
    /// `no` is final; `perhaps` means that more bytes would tell.
    enum Likeness {
        case yes, perhaps, no
    }

    private static let statusLine = Array("HTTP/1.".utf8)

    private static let requestLines = [
        "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "CONNECT", "TRACE", "PROPFIND",
        "PROPPATCH",
        "MKCOL", "COPY", "MOVE", "LOCK", "UNLOCK", "REPORT", "SEARCH", "NOTIFY", "SUBSCRIBE", "UNSUBSCRIBE",
    ].map { Array("\($0) ".utf8) }

    static func request(_ bytes: some Collection<UInt8>) -> Likeness {
        // Most segments of other protocols end here.
        guard let first = bytes.first else { return .perhaps }
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

    static func response(_ bytes: some Collection<UInt8>) -> Likeness {
        compare(bytes, statusLine)
    }

    private static func compare(_ bytes: some Collection<UInt8>, _ pattern: [UInt8]) -> Likeness {
        guard zip(bytes, pattern).allSatisfy({ $0 == $1 }) else { return .no }
        return bytes.count >= pattern.count ? .yes : .perhaps
    }
}
