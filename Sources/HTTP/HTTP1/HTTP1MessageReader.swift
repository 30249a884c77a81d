/// Reads messages of one kind, one after another, from a stream. Both parsers share it.
struct HTTP1MessageReader<Head: HTTP1Head>: Sendable {
    private let grammar: HTTP1Grammar
    private let limits: HTTP1Limits
    private var input = HTTP1Input()
    private var startLine: Head.StartLine?
    private var headStart = 0
    /// Bytes of empty lines since the latest message.
    private var emptyBytes = 0
    private var section: HTTP1FieldSection
    private var body: HTTP1BodyReader?
    /// The latest head has no body, and its message has not been ended yet.
    private var isBodiless = false
    private var failure: HTTP1Error?
    private(set) var isTunnel = false

    init(_ grammar: HTTP1Grammar, _ limits: HTTP1Limits) {
        self.grammar = grammar
        self.limits = limits
        section = HTTP1FieldSection(grammar, limits)
    }

    /// Stream offset of the first byte that belongs to no event yet.
    var position: Int { input.position }

    var unconsumed: ArraySlice<UInt8> { input.pending }

    /// The complete lines of the head being read, and their range in the stream.
    var unfinishedHead: (head: Head, range: Range<Int>)? {
        startLine.map { (Head($0, section.fields), headStart..<input.position) }
    }

    /// True between messages, if no byte of the next one has arrived.
    var isIdle: Bool { body == nil && !isBodiless && startLine == nil && input.pendingCount == 0 }

    /// Number of next bytes that are content whatever their values: they may be passed instead of received.
    /// Ask after `next` has returned nil.
    var contentAhead: Int { input.pendingCount == 0 ? body?.contentAhead ?? 0 : 0 }

    /// Counts `count` bytes of content, at most those ahead, without having seen them.
    mutating func pass(_ count: Int) {
        let passed = min(count, contentAhead)
        body?.pass(passed)
        input.pass(passed)
    }

    mutating func receive(_ bytes: [UInt8]) {
        input.append(bytes)
    }

    mutating func receive(_ bytes: ArraySlice<UInt8>) {
        input.append(bytes)
    }

    mutating func finish() {
        input.isFinished = true
    }

    mutating func next(
        _ framing: (Head, Int) throws(HTTP1Error) -> HTTP1Framing
    ) throws(HTTP1Error) -> HTTP1Event<Head>? {
        if let failure { throw failure }
        do {
            let event = try step(framing)
            input.forget()
            return event
        } catch {
            // Bytes after a fault cannot be interpreted.
            failure = error
            throw error
        }
    }

    /// Whether a line has ended in LF without CR since the last call.
    mutating func takeBareLineFeed() -> Bool { input.takeBareLineFeed() }

    /// Skips the end of a message without a body; returns false if something else comes next.
    mutating func passEnd() -> Bool {
        defer { isBodiless = false }
        return isBodiless
    }

    private mutating func step(
        _ framing: (Head, Int) throws(HTTP1Error) -> HTTP1Framing
    ) throws(HTTP1Error) -> HTTP1Event<Head>? {
        if isBodiless {
            isBodiless = false
            return .end(HTTP1BodyReader.nothing(at: input.position))
        }
        if let step = try body?.next(&input) {
            switch step {
            case .content(let bytes, let range): return .body(bytes, at: range)
            case .end(let end):
                body = nil
                return .end(end)
            }
        }
        guard body == nil, !isTunnel, let complete = try readHead() else { return nil }
        let framing = try framing(complete, headStart)
        isTunnel = framing == .tunnel
        isBodiless = framing == .none || isTunnel
        // The framing of a body has no room for deviations.
        let inner = grammar == .tolerant ? .strict : grammar
        if !isBodiless { body = HTTP1BodyReader(framing, at: input.position, inner, limits) }
        return .head(complete, at: headStart..<input.position)
    }

    private mutating func readHead() throws(HTTP1Error) -> Head? {
        if startLine == nil, grammar != .lenient {
            let (start, limits) = (input.position, limits)
            if let head = input.take({ Head.usual($0, from: $1, limits) }) {
                emptyBytes = 0
                headStart = start
                return head
            }
        }
        while let line = try nextLine() {
            let (place, offset) = line
            if startLine == nil {
                // Empty lines before a message are left over from the previous body.
                if place.isEmpty, grammar == .lenient || Head.mayFollowEmptyLines {
                    emptyBytes += input.position - offset
                    guard grammar == .lenient || emptyBytes <= limits.startLine else {
                        throw HTTP1Error(.startLine, at: offset)
                    }
                    continue
                }
                emptyBytes = 0
                startLine = try Head.startLine(input.bytes[place], grammar, at: offset)
                headStart = offset
                section = HTTP1FieldSection(grammar, limits, room: min(input.pendingCount, limits.head))
            } else if try section.add(place, of: input.bytes, grammar, at: offset) {
                return startLine.take().map { Head($0, section.take()) }
            }
        }
        if input.isFinished, startLine != nil || input.pendingCount > 0 {
            throw HTTP1Error(.truncatedHead, at: startLine == nil ? input.position : headStart)
        }
        return nil
    }

    private mutating func nextLine() throws(HTTP1Error) -> (Range<Int>, Int)? {
        let offset = input.position
        let isFirst = startLine == nil
        let start = isFirst ? offset : headStart
        let limit = start + (isFirst ? min(limits.startLine, limits.head) : limits.head)
        let tooLong: HTTP1Error.Problem = isFirst ? .startLineTooLong : .headTooLarge
        guard let line = try input.line(grammar, endingBy: limit, orElse: tooLong, at: start) else {
            return nil
        }
        return (line, offset)
    }
}
