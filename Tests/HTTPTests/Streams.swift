@testable import HTTP

/// A parser of either kind, so that a table can hold both.
protocol StreamParser {
    associatedtype Head: Hashable, Sendable
    mutating func receive(_ bytes: ArraySlice<UInt8>)
    mutating func finish()
    mutating func next() throws(HTTP1Error) -> HTTP1Event<Head>?
}

extension HTTP1RequestParser: StreamParser {}
extension HTTP1ResponseParser: StreamParser {}

/// All events of a stream, with content joined so that it does not depend on the pieces.
struct Outcome<Head: Hashable & Sendable>: Hashable {
    struct Message: Hashable {
        var head: Head
        var headRange: Range<Int>
        var content: [UInt8] = []
        var end: HTTP1MessageEnd?

        var text: String { String(decoding: content, as: UTF8.self) }
    }

    var messages: [Message] = []
    var error: HTTP1Error?
}

extension StreamParser {
    /// Feeds the pieces, then the stream's end if `isFinished`.
    func outcome(of pieces: [ArraySlice<UInt8>], isFinished: Bool = true) -> Outcome<Head> {
        var parser = self
        var outcome = Outcome<Head>()
        var contentEnd = 0
        func drain() throws(HTTP1Error) {
            while let event = try parser.next() {
                switch event {
                case .head(let head, let range):
                    outcome.messages.append(Outcome<Head>.Message(head: head, headRange: range))
                case .body(let bytes, let range):
                    precondition(bytes.count == range.count && range.lowerBound >= contentEnd)
                    contentEnd = range.upperBound
                    outcome.messages[outcome.messages.count - 1].content += bytes
                case .end(let end):
                    outcome.messages[outcome.messages.count - 1].end = end
                }
            }
        }
        do throws(HTTP1Error) {
            for piece in pieces {
                parser.receive(piece)
                try drain()
            }
            if isFinished { parser.finish() }
            try drain()
        } catch {
            outcome.error = error
        }
        return outcome
    }

    func outcome(of text: String, isFinished: Bool = true) -> Outcome<Head> {
        outcome(of: [ArraySlice(text.utf8)], isFinished: isFinished)
    }
}
