internal import CCurl
internal import LinuxIO
internal import RealTime
internal import Wire

/// The transfer loop's thread, the only one that uses libcurl. Pure types decide which caller waits for which
/// transfer and which is next.
final class TransferRunner {
    /// Maximum number of idle connections, all hosts together; each host has a lower limit.
    private static let mostIdleConnections = 256
    private static let longestSleep: Nanoseconds = 60_000_000_000

    let mailbox: TransferMailbox
    let clock: RunClock
    let events: EventSink?
    let traces: QUICTraces
    var multi: UnsafeMutableRawPointer?
    // Safety: only one thread accesses these, and none calls out while it changes. The runtime check cost
    // more than most of the changes.
    @exclusivity(unchecked) var table = CallerTable<TransferKey>()
    @exclusivity(unchecked) var deadlines = DeadlineQueue()
    /// The hosts that have waiting transfers.
    @exclusivity(unchecked) var lines: [ObjectIdentifier: HostConnections] = [:]
    /// All transfers, by number.
    @exclusivity(unchecked) var transfers = NumberTable<SharedTransfer>()
    /// Transfers over HTTP/3; nil if netlab is built without.
    lazy var http3: (any HTTP3Carrying)? = makeCarrier()
    /// It has been asked for.
    var hasHTTP3 = false
    /// Number of libcurl's transfers under way.
    var active = 0
    /// The limit of connections per host last set in libcurl.
    var connectionsSaid = 0
    let connections = ConnectionTable()
    let handles: HandlePool
    var sessions = SessionCache()
    var bucket: RateLimiter?
    /// True if connections are to be forgotten but some are still in use.
    var isForgetting = false
    /// nil if nobody measures this thread's wake-ups.
    // Safety: as above.
    @exclusivity(unchecked) var precedence: ThreadPrecedence?

    init(
        mailbox: TransferMailbox,
        clock: RunClock,
        events: EventSink?,
        _ traces: QUICTraces,
        _ precedence: consuming ThreadPrecedence?
    ) {
        self.mailbox = mailbox
        self.clock = clock
        self.events = events
        self.traces = traces
        handles = HandlePool(isTraced: events != nil)
        self.precedence = precedence
    }

    deinit {
        curl_multi_cleanup(multi)
    }

    func run() {
        renewConnections()
        while true {
            let mail = mailbox.take()
            let isLone = mail.orders.count == 1 && mail.pendingForgets.isEmpty && !mail.isClosed
            for order in mail.orders { heed(order, isLone: isLone) }
            if mail.isClosed {
                cancelAll()
                if hasHTTP3 { http3?.shutdown() }
                return
            }
            if mail.forgetsSessions { sessions = SessionCache() }
            forgetConnections(mail.pendingForgets)
            expire()
            let pause = admitWaiting()
            var running: Int32 = 0
            curl_multi_perform(multi, &running)
            connections.sendRequests()
            var hasEnded = reap()
            if hasHTTP3, reapHTTP3() { hasEnded = true }
            let mayBeginMore = hasEnded || connections.takeNews()
            if lines.isEmpty || !mayBeginMore { sleep(until: pause) }
            precedence?.review(at: clock.now())
        }
    }

    /// Sleeps until something happens; `pause` is when the next transfer may begin, if only time delays it.
    private func sleep(until pause: Instant?) {
        let before = clock.now()
        let end = min(
            deadlines.next ?? pause ?? before + Self.longestSleep,
            pause ?? before + Self.longestSleep
        )
        if hasHTTP3, let http3 { return sleep(until: end, http3) }
        let milliseconds = min(Self.longestSleep, max(0, end - before)) / 1_000_000 + 1
        mailbox.sleep { waker in
            var extra = curl_waitfd(fd: waker, events: Int16(CURL_WAIT_POLLIN), revents: 0)
            curl_multi_poll(multi, &extra, 1, Int32(milliseconds), nil)
            precedence?.slept(clock.now() - before)
            return extra.revents != 0
        }
    }

    // MARK: Callers

    private func heed(_ order: TransferOrder, isLone: Bool) {
        switch order {
        case .begin(let caller): begin(caller, isLone: isLone)
        case .leave(let ticket):
            giveUp(ticket) { _ in FetchError(.cancelled, "the caller cancelled the load") }
        case .prioritise(let ticket, let priority):
            if let number = table.setPriority(priority, of: ticket) { line(up: number) }
        }
    }

    /// Begins a transfer at once if no other order is pending: there is no line to wait in.
    private func begin(_ caller: TransferCaller, isLone: Bool) {
        let (number, isNew) = table.join(caller.ticket, TransferKey(caller), caller.request.priority)
        deadlines.add(caller.ticket, at: caller.request.deadline)
        guard isNew else {
            transfers[number]?.add(caller)
            return line(up: number)
        }
        let host = connections.host(at: caller.request.endpoint)
        let shared = SharedTransfer(number, caller, to: host)
        transfers[number] = shared
        shared.add(caller)
        if isLone, lines.isEmpty, caller.request.settings.rateLimit == nil,
            caller.request.deadline > clock.now(), connections.mayBegin(caller.request, to: host)
        {
            return admit(shared)
        }
        host.line.append(number, caller.request.priority)
        lines[ObjectIdentifier(host)] = host
    }

    /// A waiting transfer has the highest priority among its callers.
    private func line(up number: Int) {
        guard let shared = transfers[number], shared.transfer == nil else { return }
        shared.host.line.move(number, to: table.priority(of: number))
    }

    /// Delivers the failure to the caller; the transfer continues if others wait for it.
    private func giveUp(_ ticket: TransferTicket, _ reason: (TransferRequest) -> FetchError) {
        guard let (number, isLast) = table.leave(ticket), let shared = transfers[number],
            let caller = shared.remove(ticket)?.request
        else { return }
        let failure = reason(caller)
        guard isLast else {
            line(up: number)
            return caller.completion(.abandoned(caller, failure))
        }
        transfers[number] = nil
        guard let underway = shared.transfer else {
            removeFromLine(shared)
            return caller.completion(.abandoned(caller, failure))
        }
        guard let transfer = underway as? Transfer else {
            return caller.completion(http3?.giveUp(shared, failure) ?? .abandoned(caller, failure))
        }
        transfer.failure = failure
        let outcome = transfer.outcome(CURLE_ABORTED_BY_CALLBACK)
        letGo(transfer)
        if isForgetting, active == 0 { renewConnections() }
        caller.completion(outcome)
    }

    func removeFromLine(_ shared: SharedTransfer) {
        shared.host.line.remove(shared.number)
        if shared.host.line.isEmpty { lines[ObjectIdentifier(shared.host)] = nil }
    }

    private func expire() {
        let now = clock.now()
        while let ticket = deadlines.takeDue(at: now) { giveUp(ticket) { .timeout($0) } }
        deadlines.tidy(waiting: table.count) { table.transfer(of: $0) != nil }
    }

    private func cancelAll() {
        let reason = FetchError(.cancelled, "the client was shut down")
        let tickets = transfers.all.flatMap(\.tickets).sorted()
        for ticket in tickets { giveUp(ticket) { _ in reason } }
    }

    // MARK: Connections

    private func forgetConnections(_ told: [@Sendable () -> Void]) {
        guard !told.isEmpty else { return }
        isForgetting = true
        if active == 0 { renewConnections() }
        if hasHTTP3 { http3?.forget() }
        for tell in told { tell() }
    }

    /// Closes every connection by replacing the multi handle, which owns them.
    func renewConnections() {
        curl_multi_cleanup(multi)
        multi = curl_multi_init()
        netlab_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, Self.mostIdleConnections)
        netlab_curl_multi_set_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
        connections.forget()
        connectionsSaid = 0
        isForgetting = false
    }
}
