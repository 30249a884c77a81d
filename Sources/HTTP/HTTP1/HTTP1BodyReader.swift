/// Reads one message's body from a stream.
struct HTTP1BodyReader: Sendable {
    enum Step {
        case content(ArraySlice<UInt8>, at: Range<Int>)
        case end(HTTP1MessageEnd)
    }

    private enum Stage {
        /// nil runs to the end of the stream.
        case content(remaining: Int?)
        case chunkSize
        case chunk(remaining: Int)
        case chunkEnd
        case trailers
        case over
    }

    /// A chunk size and its extensions; a longer line is hostile.
    private static let chunkLineLimit = 4096
    /// More bytes than any stream has, and far from overflow.
    private static let endless = 1 << 60

    private let start: Int
    private let grammar: HTTP1Grammar
    private let limits: HTTP1Limits
    private var extensionBytes = 0
    private var stage: Stage
    private var contentBytes = 0
    private var trailers: HTTP1FieldSection
    private var trailersStart = 0

    init(_ framing: HTTP1Framing, at start: Int, _ grammar: HTTP1Grammar, _ limits: HTTP1Limits) {
        self.start = start
        self.grammar = grammar
        self.limits = limits
        trailers = HTTP1FieldSection(grammar, limits)
        stage =
            switch framing {
            case .none, .tunnel: .over
            case .length(let length): length == 0 ? .over : .content(remaining: length)
            case .chunked: .chunkSize
            case .untilClose: .content(remaining: nil)
            }
    }

    /// The next piece of the body; nil while more bytes are needed.
    mutating func next(_ input: inout HTTP1Input) throws(HTTP1Error) -> Step? {
        while true {
            switch stage {
            case .over: return .end(ended(at: input.position, isComplete: true))
            case .content(let remaining):
                if let content = content(&input, atMost: remaining ?? .max) {
                    let rest = remaining.map { $0 - content.0.count }
                    stage = rest == 0 ? .over : .content(remaining: rest)
                    return .content(content.0, at: content.1)
                }
                guard input.isFinished else { return nil }
                return .end(ended(at: input.position, isComplete: remaining == nil))
            case .chunk(let remaining):
                if let content = content(&input, atMost: remaining) {
                    let rest = remaining - content.0.count
                    stage = rest == 0 ? .chunkEnd : .chunk(remaining: rest)
                    return .content(content.0, at: content.1)
                }
                return cutShort(&input)
            case .chunkSize, .chunkEnd, .trailers:
                guard try readLine(&input) else { return cutShort(&input) }
            }
        }
    }

    /// Number of next bytes that are content whatever their values.
    var contentAhead: Int {
        switch stage {
        case .content(let remaining): remaining ?? Self.endless
        case .chunk(let remaining): remaining
        case .chunkSize, .chunkEnd, .trailers, .over: 0
        }
    }

    /// Counts `count` bytes of content without having seen them.
    mutating func pass(_ count: Int) {
        contentBytes += count
        switch stage {
        case .content(let remaining?):
            stage = remaining == count ? .over : .content(remaining: remaining - count)
        case .chunk(let remaining):
            stage = remaining == count ? .chunkEnd : .chunk(remaining: remaining - count)
        case .content, .chunkSize, .chunkEnd, .trailers, .over: break
        }
    }

    private mutating func content(
        _ input: inout HTTP1Input,
        atMost count: Int
    ) -> (ArraySlice<UInt8>, Range<Int>)? {
        let first = input.position
        let bytes = input.take(atMost: count)
        guard !bytes.isEmpty else { return nil }
        contentBytes += bytes.count
        return (bytes, first..<input.position)
    }

    /// False while the line is incomplete.
    private mutating func readLine(_ input: inout HTTP1Input) throws(HTTP1Error) -> Bool {
        let at = input.position
        switch stage {
        case .chunkSize:
            let limit = at + Self.chunkLineLimit
            guard let line = try input.line(grammar, endingBy: limit, orElse: .chunkSize, at: at) else {
                return false
            }
            let size = try chunkSize(input.bytes[line], at: at)
            trailersStart = input.position
            stage = size == 0 ? .trailers : .chunk(remaining: size)
        case .chunkEnd:
            guard let line = try input.line(grammar, endingBy: at + 2, orElse: .chunkEnd, at: at) else {
                return false
            }
            guard line.isEmpty else { throw HTTP1Error(.chunkEnd, at: at) }
            stage = .chunkSize
        default:
            let start = trailersStart
            let limit = start + limits.head
            guard let line = try input.line(grammar, endingBy: limit, orElse: .headTooLarge, at: start) else {
                return false
            }
            if try trailers.add(line, of: input.bytes, grammar, at: at) { stage = .over }
        }
        return true
    }

    private mutating func chunkSize(_ line: ArraySlice<UInt8>, at offset: Int) throws(HTTP1Error) -> Int {
        let spelt = line.prefix { $0 != UInt8(ascii: ";") }
        let hasExtension = spelt.count < line.count
        // Blanks before an extension are legal though deprecated; a bare size must have none.
        let digits = grammar == .lenient || hasExtension ? HTTPText.trimmed(spelt) : spelt
        guard let size = HTTPText.hexadecimal(digits),
            grammar == .lenient || line.allSatisfy(HTTPText.isFieldContent)
        else { throw HTTP1Error(.chunkSize, at: offset) }
        extensionBytes += line.count - spelt.count
        guard grammar == .lenient || extensionBytes <= limits.chunkExtensions else {
            throw HTTP1Error(.chunkExtensions, at: offset)
        }
        return size
    }

    /// The end of a message without a body, at its place.
    static func nothing(at place: Int) -> HTTP1MessageEnd {
        HTTP1MessageEnd(body: place..<place, contentBytes: 0)
    }

    private func cutShort(_ input: inout HTTP1Input) -> Step? {
        guard input.isFinished else { return nil }
        _ = input.take(atMost: .max)
        return .end(ended(at: input.position, isComplete: false))
    }

    private func ended(at end: Int, isComplete: Bool) -> HTTP1MessageEnd {
        HTTP1MessageEnd(
            body: start..<end,
            contentBytes: contentBytes,
            trailers: trailers.fields,
            isComplete: isComplete
        )
    }
}
