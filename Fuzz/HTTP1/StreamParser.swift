import HTTP

/// A parser of either kind.
protocol StreamParser {
    associatedtype Head: Hashable, Sendable
    var position: Int { get }
    mutating func receive(_ bytes: ArraySlice<UInt8>)
    mutating func finish()
    mutating func next() throws(HTTP1Error) -> HTTP1Event<Head>?
}

extension HTTP1RequestParser: StreamParser {}
extension HTTP1ResponseParser: StreamParser {}
