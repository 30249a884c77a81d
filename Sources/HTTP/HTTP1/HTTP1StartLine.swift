/// A head that can be made from its first line; the fields are put in later.
protocol HTTP1StartLine: Hashable, Sendable {
    var fields: HTTPFields { get set }

    init(startLine: ArraySlice<UInt8>, _ grammar: HTTP1Grammar, at offset: Int) throws(HTTP1Error)
}

extension HTTPVersion {
    /// `HTTP/` and two digits; nil where it is spelt otherwise.
    init?(_ bytes: ArraySlice<UInt8>) {
        let digits = bytes.dropFirst(5)
        guard bytes.count == 8, bytes.starts(with: "HTTP/".utf8), let major = digits.first,
            digits.dropFirst().first == UInt8(ascii: "."), let minor = digits.last,
            HTTPText.isDigit(major), HTTPText.isDigit(minor)
        else { return nil }
        self.init(major: Int(major - 0x30), minor: Int(minor - 0x30))
    }
}

extension HTTPRequestHead: HTTP1StartLine {
    init(startLine: ArraySlice<UInt8>, _ grammar: HTTP1Grammar, at offset: Int) throws(HTTP1Error) {
        let line = grammar == .lenient ? Self.spaceless(startLine) : startLine
        guard let first = line.firstIndex(of: HTTPText.space), let last = line.lastIndex(of: HTTPText.space),
            first < last, HTTPText.isToken(line[..<first]), let version = HTTPVersion(line[(last + 1)...])
        else { throw HTTP1Error(.startLine, at: offset) }
        let between = line[(first + 1)..<last]
        let target = grammar == .lenient ? Self.spaceless(between) : between
        let isWord =
            grammar == .lenient
            ? !target.contains(HTTPText.space) : target.allSatisfy(HTTPText.isVisible)
        guard !target.isEmpty, isWord else { throw HTTP1Error(.startLine, at: offset) }
        guard version.major == 1 else { throw HTTP1Error(.version, at: offset) }
        self.init(method: HTTPText.string(line[..<first]), target: HTTPText.string(target), version: version)
        guard grammar == .lenient || HTTPTarget.isSpelt(target, method: method) else {
            throw HTTP1Error(.target, at: offset)
        }
    }

    /// Without spaces at either end.
    private static func spaceless(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let front = bytes.drop { $0 == HTTPText.space }
        return front[..<(front.lastIndex { $0 != HTTPText.space }.map { $0 + 1 } ?? front.startIndex)]
    }
}

extension HTTPResponseHead: HTTP1StartLine {
    init(startLine: ArraySlice<UInt8>, _ grammar: HTTP1Grammar, at offset: Int) throws(HTTP1Error) {
        let words = startLine.split(
            separator: HTTPText.space,
            maxSplits: 2,
            omittingEmptySubsequences: grammar == .lenient
        )
        guard words.count >= 2, let version = HTTPVersion(words[0]), words[1].count == 3,
            let status = HTTPText.number(words[1]), status >= 100,
            grammar == .lenient || startLine.allSatisfy(HTTPText.isFieldContent)
        else { throw HTTP1Error(.startLine, at: offset) }
        guard version.major == 1 else { throw HTTP1Error(.version, at: offset) }
        let reason = words.count == 3 ? HTTPText.string(words[2]) : ""
        self.init(version: version, status: status, reason: reason)
    }
}
