/// A message's head, whose first line is read before the fields.
protocol HTTP1Head: Hashable, Sendable {
    associatedtype StartLine: Sendable

    static func startLine(
        _ bytes: ArraySlice<UInt8>,
        _ grammar: HTTP1Grammar,
        at offset: Int
    ) throws(HTTP1Error) -> StartLine

    init(_ startLine: StartLine, _ fields: HTTPFields)

    /// Whether the strict grammar allows empty lines before the first line.
    static var mayFollowEmptyLines: Bool { get }

    /// Reads a head of the strict grammar in one pass and returns it with its end; nil if it needs reading
    /// line by line.
    static func usual(_ bytes: [UInt8], from start: Int, _ limits: HTTP1Limits) -> (head: Self, end: Int)?
}

extension HTTP1Head {
    static func usual(_ bytes: [UInt8], from start: Int, _ limits: HTTP1Limits) -> (head: Self, end: Int)? {
        nil
    }
}

extension HTTPVersion {
    /// `HTTP/` as a number, the first character in the highest byte.
    private static let name: UInt64 = 0x48_54_54_50_2F

    /// `HTTP/` and two digits; nil if it is spelt otherwise.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count == 8 else { return nil }
        let text = bytes.reduce(0) { $0 << 8 | UInt64($1) }
        let (major, dot, minor) = (
            UInt8(truncatingIfNeeded: text >> 16), UInt8(truncatingIfNeeded: text >> 8),
            UInt8(truncatingIfNeeded: text)
        )
        guard text >> 24 == Self.name, dot == UInt8(ascii: "."), HTTPText.isDigit(major),
            HTTPText.isDigit(minor)
        else { return nil }
        self.init(major: Int(major - 0x30), minor: Int(minor - 0x30))
    }
}

extension HTTPRequestHead: HTTP1Head {
    /// Old clients send an extra line end after a body: RFC 9112, 2.2.
    static let mayFollowEmptyLines = true

    struct StartLine {
        let method: String
        let target: String
        let version: HTTPVersion
    }

    init(_ startLine: StartLine, _ fields: HTTPFields) {
        self.init(
            method: startLine.method,
            target: startLine.target,
            version: startLine.version,
            fields: fields
        )
    }

    static func startLine(
        _ bytes: ArraySlice<UInt8>,
        _ grammar: HTTP1Grammar,
        at offset: Int
    ) throws(HTTP1Error) -> StartLine {
        let line = grammar == .lenient ? spaceless(bytes) : bytes
        guard let first = line.firstIndex(of: HTTPText.space), let last = line.lastIndex(of: HTTPText.space),
            first < last, HTTPText.isToken(line[..<first]), let version = HTTPVersion(line[(last + 1)...])
        else { throw HTTP1Error(.startLine, at: offset) }
        let between = line[(first + 1)..<last]
        let method = method(line[..<first])
        let target = grammar == .lenient ? spaceless(between) : between
        try check(target, of: method, version, grammar, at: offset)
        return StartLine(method: method, target: HTTPText.string(target), version: version)
    }

    private static func check(
        _ target: ArraySlice<UInt8>,
        of method: String,
        _ version: HTTPVersion,
        _ grammar: HTTP1Grammar,
        at offset: Int
    ) throws(HTTP1Error) {
        // A well-formed target has only visible characters and needs no second check.
        let isSpelt = grammar == .strict && HTTPTarget.isSpelt(target, method: method)
        let isWord =
            grammar == .lenient
            ? !target.contains(HTTPText.space) : isSpelt || target.allSatisfy(HTTPText.isVisible)
        guard !target.isEmpty, isWord else { throw HTTP1Error(.startLine, at: offset) }
        guard version.major == 1 else { throw HTTP1Error(.version, at: offset) }
        guard grammar == .lenient || isSpelt else { throw HTTP1Error(.target, at: offset) }
    }

    /// `GET` as a number, the first character in the highest byte.
    private static let usual = 0x47_45_54

    private static func method(_ bytes: ArraySlice<UInt8>) -> String {
        bytes.count == 3 && bytes.reduce(0) { $0 << 8 | Int($1) } == usual ? "GET" : HTTPText.string(bytes)
    }

    /// The bytes without spaces at either end.
    private static func spaceless(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let front = bytes.drop { $0 == HTTPText.space }
        return front[..<(front.lastIndex { $0 != HTTPText.space }.map { $0 + 1 } ?? front.startIndex)]
    }
}

extension HTTPResponseHead: HTTP1Head {
    static let mayFollowEmptyLines = false

    init(_ startLine: HTTPResponseHead, _ fields: HTTPFields) {
        self = startLine
        self.fields = fields
    }

    static func startLine(
        _ bytes: ArraySlice<UInt8>,
        _ grammar: HTTP1Grammar,
        at offset: Int
    ) throws(HTTP1Error) -> HTTPResponseHead {
        let words = bytes.split(
            separator: HTTPText.space,
            maxSplits: 2,
            omittingEmptySubsequences: grammar == .lenient
        )
        guard words.count >= 2, let version = HTTPVersion(words[0]), words[1].count == 3,
            let status = HTTPText.number(words[1]), status >= 100,
            grammar == .lenient || bytes.allSatisfy(HTTPText.isFieldContent)
        else { throw HTTP1Error(.startLine, at: offset) }
        guard version.major == 1 else { throw HTTP1Error(.version, at: offset) }
        let reason = words.count == 3 ? HTTPText.string(words[2]) : ""
        return HTTPResponseHead(version: version, status: status, reason: reason)
    }
}
