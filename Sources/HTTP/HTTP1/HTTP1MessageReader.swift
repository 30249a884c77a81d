/// Reads messages of one kind, one after another, out of a stream: what the two parsers share.
struct HTTP1MessageReader<Head: HTTP1StartLine>: Sendable {
    private let grammar: HTTP1Grammar
    private let limits: HTTP1Limits
    private var input = HTTP1Input()
    private var head: Head?
    private var headStart = 0
    private var section: HTTP1FieldSection
    private var body: HTTP1BodyReader?
    private var failure: HTTP1Error?
    private(set) var isTunnel = false

    init(_ grammar: HTTP1Grammar, _ limits: HTTP1Limits) {
        self.grammar = grammar
        self.limits = limits
        section = HTTP1FieldSection(grammar, limits)
    }

    /// Offset in the stream of the first byte that belongs to no event yet.
    var position: Int { input.position }

    var unconsumed: ArraySlice<UInt8> { input.pending }

    /// True between messages, with no byte of the next one here.
    var isIdle: Bool { body == nil && head == nil && input.pending.isEmpty }

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
            return try step(framing)
        } catch {
            // What follows a fault cannot be told apart from it.
            failure = error
            throw error
        }
    }

    private mutating func step(
        _ framing: (Head, Int) throws(HTTP1Error) -> HTTP1Framing
    ) throws(HTTP1Error) -> HTTP1Event<Head>? {
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
        body = HTTP1BodyReader(framing, at: input.position, grammar, limits)
        return .head(complete, at: headStart..<input.position)
    }

    private mutating func readHead() throws(HTTP1Error) -> Head? {
        while let line = try nextLine() {
            let (text, offset) = line
            if head == nil {
                // Empty lines before a message are left over from the body before it.
                if text.isEmpty { continue }
                head = try Head(startLine: text, grammar, at: offset)
                headStart = offset
                section = HTTP1FieldSection(grammar, limits)
            } else if try section.add(text, grammar, at: offset) {
                var complete = head
                head = nil
                complete?.fields = section.fields
                return complete
            }
        }
        if input.isFinished, head != nil || !input.pending.isEmpty {
            throw HTTP1Error(.truncatedHead, at: head == nil ? input.position : headStart)
        }
        return nil
    }

    private mutating func nextLine() throws(HTTP1Error) -> (ArraySlice<UInt8>, Int)? {
        let offset = input.position
        let isFirst = head == nil
        let start = isFirst ? offset : headStart
        let limit = start + (isFirst ? min(limits.startLine, limits.head) : limits.head)
        let tooLong = HTTP1Error(isFirst ? .startLineTooLong : .headTooLarge, at: start)
        guard let line = try input.line(grammar, endingBy: limit, orElse: tooLong) else { return nil }
        return (line, offset)
    }
}
