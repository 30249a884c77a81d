/// A client's end of an HTTP/1 connection, over bytes: turns requests into bytes and the server's bytes into
/// events. It knows no socket and no clock, and holds no more than one head or one line of framing.
///
/// One exchange runs at a time. `begin` returns a request's head, `frame` and `finish` the framing of its
/// body. Meanwhile pass the server's bytes to `receive`, then call `next` until it returns nil. Only then
/// does `persistence` say whether the next request may begin. Call `next` also for bytes that arrive on an
/// idle connection: it detects a server that sends unasked.
///
/// The caller decides whether to wait for a 100 after `Expect: 100-continue`, and whether to finish a request
/// whose response has arrived already.
package struct HTTP1ClientConnection: Sendable {
    private let grammar: HTTP1Grammar
    private let limits: HTTP1Limits
    private var reader: HTTP1MessageReader<HTTPResponseHead>
    private var writer: HTTP1RequestWriter?
    /// The request whose response has not ended.
    private var exchange: HTTP1Exchange?
    private var ending: HTTP1Persistence.Reason?
    private var isFinished = false
    /// What the tolerant grammar accepted in the latest head.
    package private(set) var oddities: Set<HTTP1Oddity> = []

    package init(_ grammar: HTTP1Grammar = .strict, limits: HTTP1Limits = HTTP1Limits()) {
        self.grammar = grammar
        self.limits = limits
        reader = HTTP1MessageReader(grammar, limits)
    }

    /// Offset in the server's stream of the first byte that belongs to no event yet.
    package var position: Int { reader.position }

    /// Received bytes that no event has used. After `switched` they are the other protocol's first ones: pass
    /// later bytes to that protocol.
    package var rest: ArraySlice<UInt8> { reader.unconsumed }

    /// True once a byte of the awaited response has arrived, an interim one included. Before that, a failed
    /// request may be retried on another connection, if its method allows it.
    package var hasResponseBegun: Bool {
        exchange.map { reader.position + reader.unconsumed.count > $0.start } ?? false
    }

    /// Ask after `next` has returned nil.
    package var persistence: HTTP1Persistence {
        switch ending {
        case .fault(let error)?: return .over(.fault(error))
        case .switched?: return .over(.switched)
        case let reason? where exchange == nil: return .over(reason)
        default: break
        }
        if exchange != nil { return .underWay }
        if isFinished { return .over(.streamEnded) }
        return isRequestFinished ? .ready : .underWay
    }

    // MARK: The request

    /// Makes a request's head. Its body, if any, follows.
    package mutating func begin(
        _ request: HTTPRequestHead,
        _ framing: HTTP1RequestFraming
    ) throws(HTTP1RequestError) -> [UInt8] {
        let persistence = persistence
        guard persistence == .ready, reader.unconsumed.isEmpty else { throw .notReady(persistence) }
        let made = try HTTP1RequestWriter(request, framing)
        writer = made
        exchange = HTTP1Exchange(request, at: reader.position)
        return made.head
    }

    /// True once all bytes of the latest request have been made.
    package var isRequestFinished: Bool { writer?.isFinished ?? true }

    /// The framing around the next `count` bytes of the request's body.
    package mutating func frame(_ count: Int) throws(HTTP1RequestError) -> HTTP1ContentFrame {
        guard let frame = try writer?.frame(count) else { throw .noRequest }
        return frame
    }

    /// The bytes that end the request.
    package mutating func finish(
        trailers: HTTPFields = HTTPFields()
    ) throws(HTTP1RequestError) -> [UInt8] {
        guard let bytes = try writer?.finish(trailers: trailers) else { throw .noRequest }
        return bytes
    }

    // MARK: The response

    /// Takes over the server's next bytes: content reaches its reader without a copy.
    package mutating func receive(_ bytes: [UInt8]) {
        reader.receive(bytes)
    }

    package mutating func receive(_ bytes: ArraySlice<UInt8>) {
        reader.receive(bytes)
    }

    /// Call when the server has closed its side. A body that runs until then ends; for anything else
    /// incomplete `next` throws.
    package mutating func serverClosed() {
        isFinished = true
        reader.finish()
    }

    /// The next event; nil while more bytes are needed. A fault is final and thrown again by every later call.
    package mutating func next() throws(HTTP1Error) -> HTTP1ClientEvent? {
        if case .fault(let error)? = ending { throw error }
        do throws(HTTP1Error) {
            return try step()
        } catch {
            ending = .fault(error)
            throw error
        }
    }

    private mutating func step() throws(HTTP1Error) -> HTTP1ClientEvent? {
        if ending == .switched { return nil }
        guard let exchange else {
            try checkSilence()
            return nil
        }
        var found = HTTP1Framing.none
        let grammar = grammar
        let event = try reader.next { (head, offset) throws(HTTP1Error) in
            found = try HTTP1Framing.ofResponse(head, to: exchange.method, grammar, at: offset)
            return found
        }
        switch event {
        case .head(let head, let place): return try receiveHead(head, found, at: place.lowerBound)
        case .body(let content, _): return .body(content)
        case .end(let end):
            guard end.isComplete else { throw HTTP1Error(.truncatedBody, at: end.body.upperBound) }
            self.exchange = nil
            return .end(end)
        case nil:
            guard !isFinished || exchange.hasHead else {
                throw HTTP1Error(.missingResponse, at: reader.position)
            }
            return nil
        }
    }

    private mutating func noteOddities(of head: HTTPResponseHead) {
        guard grammar == .tolerant else { return }
        oddities = reader.takeBareLineFeed() ? [.bareLineFeed] : []
        if head.fields.tokens("Transfer-Encoding").count > 1 { oddities.insert(.repeatedChunked) }
        if head.fields.count > HTTP1Limits().fields { oddities.insert(.manyFields) }
    }

    /// Between exchanges no bytes may arrive.
    private func checkSilence() throws(HTTP1Error) {
        guard reader.unconsumed.isEmpty else { throw HTTP1Error(.unaskedBytes, at: reader.position) }
    }

    private mutating func receiveHead(
        _ head: HTTPResponseHead,
        _ framing: HTTP1Framing,
        at offset: Int
    ) throws(HTTP1Error) -> HTTP1ClientEvent {
        noteOddities(of: head)
        if framing == .tunnel {
            guard head.status != 101 || exchange?.offersSwitch == true else {
                throw HTTP1Error(.unaskedSwitch, at: offset)
            }
            ending = .switched
            _ = reader.passEnd()
            return .switched(head)
        }
        guard head.status >= 200 else {
            exchange?.interimHeads += 1
            guard exchange.map({ $0.interimHeads <= limits.interimHeads }) ?? true else {
                throw HTTP1Error(.tooManyInterimHeads, at: offset)
            }
            _ = reader.passEnd()
            return .interim(head)
        }
        exchange?.hasHead = true
        ending = exchange?.ending(by: head, framing)
        return .head(head, framing)
    }
}
