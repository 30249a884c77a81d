import LinuxIO
import RealTime
import Synchronization
import Wire

/// The name server's thread: receives queries and sends each answer when it is due.
struct NamingLoop: ~Copyable {
    private struct Waiting {
        var due: Instant
        var peer: SocketAddress
        var answer: [UInt8]
        var query: NameQuery
    }

    static let wakeUpToken: UInt64 = 0
    static let socketToken: UInt64 = 1
    static let relayToken: UInt64 = 2
    /// No query is longer; a truncated one gets a format error.
    private static let longestQuery = 4096
    private static let longestAnswer = 65_535
    /// Answers that may wait for their time at once: a query beyond that is lost, as in a full queue.
    private static let mostWaiting = 4096
    /// Queries received before due answers are checked again.
    private static let mostAtOnce = 64
    /// More than any run asks; a server that runs for days must not grow without end.
    private static let mostLogged = 100_000

    private let shared: NamingState
    private let parts: NamingState.Parts
    /// In the order of departure.
    private var waiting: [Waiting] = []
    private var pending: PendingQuestions
    /// nil if nobody measures how soon this thread wakes.
    private var precedence: ThreadPrecedence?

    static func run(_ shared: NamingState, isMeasured: Bool) {
        guard let parts = shared.takeParts() else { return }
        // Answers must be delayed exactly as configured.
        ThreadTiming.dropSlack()
        var loop = NamingLoop(shared, parts)
        if isMeasured { loop.precedence = .ofHost(from: shared.clock.now()) }
        do throws(SystemCallError) {
            try loop.run()
        } catch {
            shared.failure.withLock { $0 = error }
        }
        for left in loop.waiting { loop.note(left.query) }
    }

    private init(_ shared: NamingState, _ parts: consuming NamingState.Parts) {
        self.shared = shared
        self.parts = parts
        pending = PendingQuestions(servers: shared.relay?.servers ?? [])
    }

    private mutating func run() throws(SystemCallError) {
        var events: [PollEvent] = []
        while !shared.isStopping.load(ordering: .acquiring) {
            let before = shared.clock.now()
            // The kernel may stretch a wait by a thousandth, so a long wait is ended early and the rest is
            // waited for again.
            let timeout = waiting.first.map { first in
                let left = max(0, first.due - before)
                return left - left / 500
            }
            try parts.poller.wait(timeout: timeout, into: &events)
            let now = shared.clock.now()
            precedence?.slept(now - before)
            precedence?.review(at: now)
            for event in events {
                switch event.token {
                case Self.wakeUpToken: shared.wakeUp.drain()
                case Self.relayToken: try receiveAnswers()
                default: try receive()
                }
            }
            answerDue()
        }
    }

    private mutating func receive() throws(SystemCallError) {
        for _ in 0..<Self.mostAtOnce {
            guard let (bytes, peer) = try parts.socket.receive(atMost: Self.longestQuery) else { return }
            let now = shared.clock.now()
            var query = NameQuery(arrived: now)
            guard let answer = shared.table.answer(to: bytes.span.bytes, from: peer.host),
                waiting.count < Self.mostWaiting
            else {
                note(query)
                continue
            }
            query.question = answer.questions.first
            if answer.header.responseCode == .noSuchName, let relay = shared.relay {
                pass(bytes, query, from: peer, to: relay)
                continue
            }
            query.responseCode = answer.header.responseCode
            let due = now + shared.delay(of: query.question)
            wait(Waiting(due: due, peer: peer, answer: answer.encoded, query: query))
        }
    }

    /// All have the same delay, so nearly every new one is the last.
    private mutating func wait(_ new: Waiting) {
        let place = waiting.lastIndex { $0.due <= new.due }.map { $0 + 1 } ?? 0
        waiting.insert(new, at: place)
    }

    private mutating func pass(
        _ bytes: [UInt8],
        _ query: NameQuery,
        from peer: SocketAddress,
        to relay: NameRelay
    ) {
        guard let question = query.question, let asked = DNSHeader(bytes.span.bytes) else { return }
        var inquiry = PendingQuestions.Inquiry(
            peer: peer,
            identifier: asked.identifier,
            question: question,
            arrived: query.arrived
        )
        var bytes = bytes
        if shared.table.translates(for: peer.host),
            let other = AddressSynthesis.question(insteadOf: question),
            let replaced = AddressSynthesis.query(bytes.span.bytes, asking: other)
        {
            (inquiry.question, inquiry.synthesizes, bytes) = (other, question, replaced)
        }
        let number = UInt16.random(in: 0 ... .max)
        guard let (message, server) = pending.pass(bytes, of: inquiry, as: number) else {
            note(query)
            return
        }
        // Lost if it fails, as a datagram may be: the client asks again.
        try? relay.socket.send(message, to: server)
    }

    private mutating func receiveAnswers() throws(SystemCallError) {
        guard let relay = shared.relay else { return }
        for _ in 0..<Self.mostAtOnce {
            guard let (bytes, server) = try relay.socket.receive(atMost: Self.longestAnswer) else { return }
            guard let settled = pending.settle(bytes, from: server), waiting.count < Self.mostWaiting else {
                continue
            }
            var query = NameQuery(arrived: settled.inquiry.arrived)
            query.question = settled.inquiry.original
            query.responseCode = settled.code
            let due = max(shared.clock.now(), query.arrived + shared.delay(of: query.question))
            wait(Waiting(due: due, peer: settled.inquiry.peer, answer: settled.bytes, query: query))
        }
    }

    private mutating func answerDue() {
        var sent = 0
        while sent < waiting.count, waiting[sent].due <= shared.clock.now() {
            var query = waiting[sent].query
            do throws(SystemCallError) {
                try parts.socket.send(waiting[sent].answer, to: waiting[sent].peer)
                query.answered = shared.clock.now()
            } catch {
                // Lost, as a datagram may be: the client asks again.
            }
            note(query)
            sent += 1
        }
        waiting.removeFirst(sent)
    }

    private func note(_ query: NameQuery) {
        shared.log.withLock { log in
            if log.count < Self.mostLogged { log.append(query) }
        }
    }
}
