import FuzzSupport
import HTTP

/// Everything a parser reported about a stream. Content is joined, since its pieces depend on the input's.
struct Outcome<Head: Hashable & Sendable>: Hashable {
    struct Message: Hashable {
        var head: Head
        var place: Range<Int>
        var content: [UInt8] = []
        var end: HTTP1MessageEnd?
    }

    var messages: [Message] = []
    var error: HTTP1Error?

    init<Parser: StreamParser>(of pieces: [ArraySlice<UInt8>], by parser: Parser) where Parser.Head == Head {
        var parser = parser
        do throws(HTTP1Error) {
            for piece in pieces {
                parser.receive(piece)
                try drain(&parser)
            }
            parser.finish()
            try drain(&parser)
        } catch {
            self.error = error
        }
        for message in messages.dropLast() { demand(message.end != nil, "a head without an end") }
    }

    private mutating func drain<Parser: StreamParser>(_ parser: inout Parser) throws(HTTP1Error)
    where Parser.Head == Head {
        var position = parser.position
        while let event = try parser.next() {
            switch event {
            case .head(let head, let place):
                demand(!place.isEmpty, "an empty head")
                messages.append(Message(head: head, place: place))
            case .body(let bytes, let place):
                demand(!bytes.isEmpty && bytes.count == place.count, "content is not where it is said to be")
                messages[messages.count - 1].content += bytes
            case .end(let end):
                let message = messages[messages.count - 1]
                demand(
                    message.end == nil && end.contentBytes == message.content.count,
                    "content is miscounted"
                )
                demand(end.body.lowerBound == message.place.upperBound, "a body away from its head")
                messages[messages.count - 1].end = end
            }
            demand(parser.position >= position, "a parser went back")
            position = parser.position
        }
    }
}
