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
        let words = startLine.split(
            separator: HTTPText.space,
            maxSplits: grammar == .strict ? 3 : .max,
            omittingEmptySubsequences: grammar == .lenient
        )
        guard words.count == 3, HTTPText.isToken(words[0]), !words[1].isEmpty,
            grammar == .lenient || words[1].allSatisfy(HTTPText.isVisible),
            let version = HTTPVersion(words[2])
        else { throw HTTP1Error(.startLine, at: offset) }
        guard version.major == 1 else { throw HTTP1Error(.version, at: offset) }
        self.init(method: HTTPText.string(words[0]), target: HTTPText.string(words[1]), version: version)
        guard grammar == .lenient || HTTPTarget(parsing: target, method: method) != nil else {
            throw HTTP1Error(.target, at: offset)
        }
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
