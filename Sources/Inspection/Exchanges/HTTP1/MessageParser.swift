import HTTP
import Wire

/// Common interface of the request and the response parser.
protocol MessageParser {
    associatedtype Head: Hashable & Sendable

    /// Whether a message of this kind begins with these bytes.
    static func likeness(_ bytes: RawSpan) -> HTTPStart.Likeness

    init(_ grammar: HTTP1Grammar, limits: HTTP1Limits)

    var isIdle: Bool { get }
    var contentAhead: Int { get }
    var unfinishedHead: (head: Head, range: Range<Int>)? { get }

    mutating func receive(_ bytes: [UInt8])
    mutating func pass(_ count: Int)
    mutating func finish()
    mutating func next() throws(HTTP1Error) -> HTTP1Event<Head>?
}

extension HTTP1RequestParser: MessageParser {
    static func likeness(_ bytes: RawSpan) -> HTTPStart.Likeness {
        HTTPStart.request(bytes)
    }
}

extension HTTP1ResponseParser: MessageParser {
    static func likeness(_ bytes: RawSpan) -> HTTPStart.Likeness {
        HTTPStart.response(bytes)
    }
}
