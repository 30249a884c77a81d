internal import CCurl
internal import LinuxIO
internal import Runs
internal import Wire

/// The transfer loop's thread: it alone touches libcurl.
final class TransferRunner {
    /// Kept open while idle, over all hosts; the limit for one host is lower.
    private static let mostIdleConnections = 256

    private let mailbox: TransferMailbox
    private let clock: RunClock
    private let events: EventSink?
    private var multi: UnsafeMutableRawPointer?
    /// In the order they came.
    private var waiting: [TransferRequest] = []
    private var active: [UnsafeMutableRawPointer: Transfer] = [:]
    private var activeByHost: [Endpoint: Int] = [:]
    /// Exchanges so far on each connection.
    private var exchanges: [String: Int] = [:]
    /// True while connections are to be forgotten but some are in use.
    private var isForgetting = false
    /// nil where nobody measures how soon this thread wakes.
    private var precedence: ThreadPrecedence?

    init(
        mailbox: TransferMailbox,
        clock: RunClock,
        events: EventSink?,
        _ precedence: ThreadPrecedence?
    ) {
        self.mailbox = mailbox
        self.clock = clock
        self.events = events
        self.precedence = precedence
    }

    deinit {
        curl_multi_cleanup(multi)
    }

    func run() {
        renewConnections()
        while true {
            let mail = mailbox.take()
            waiting += mail.requests
            if mail.isClosed {
                cancelAll()
                return
            }
            forgetConnections(mail.forgettings)
            expireWaiting()
            admitWaiting()
            var running: Int32 = 0
            curl_multi_perform(multi, &running)
            if !reap() { sleep() }
            precedence?.review(at: clock.now())
        }
    }

    private func sleep() {
        var extra = curl_waitfd(fd: mailbox.wakeUp.raw, events: Int16(CURL_WAIT_POLLIN), revents: 0)
        var timeout: Int64 = 60_000
        if let deadline = waiting.lazy.map(\.deadline).min() {
            timeout = min(timeout, max(0, (deadline - clock.now()) / 1_000_000 + 1))
        }
        let before = clock.now()
        curl_multi_poll(multi, &extra, 1, Int32(timeout), nil)
        precedence?.slept(clock.now() - before)
        mailbox.wakeUp.drain()
    }

    private func admitWaiting() {
        guard !waiting.isEmpty else { return }
        var left: [TransferRequest] = []
        for request in waiting {
            if activeByHost[request.endpoint, default: 0] < request.settings.connections {
                admit(request)
            } else {
                left.append(request)
            }
        }
        waiting = left
    }

    private func admit(_ request: TransferRequest) {
        guard let transfer = Transfer(request, clock: clock, events: events) else {
            return refuse(request, FetchError(.local, "no memory for another transfer"))
        }
        netlab_curl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, request.settings.connections)
        transfer.start(opensNewConnection: isForgetting)
        guard curl_multi_add_handle(multi, transfer.easy) == CURLM_OK else {
            transfer.end()
            return refuse(request, FetchError(.local, "libcurl refused another transfer"))
        }
        active[transfer.easy] = transfer
        activeByHost[request.endpoint, default: 0] += 1
    }

    /// Tells every transfer that has ended; false where none had.
    private func reap() -> Bool {
        var isAny = false
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle,
                let transfer = active[easy]
            else { continue }
            let code = message.pointee.data.result
            isAny = true
            finish(transfer) { $0.outcome(code, order: self.order(of: $0)) }
        }
        return isAny
    }

    private func cancelAll() {
        for transfer in active.values.sorted(by: { $0.request.queuedAt < $1.request.queuedAt }) {
            transfer.failure = FetchError(.cancelled, "the client was shut down")
            finish(transfer) { $0.outcome(CURLE_ABORTED_BY_CALLBACK, order: 0) }
        }
        let refused = waiting
        waiting = []
        for request in refused { refuse(request, FetchError(.cancelled, "the client was shut down")) }
    }

    /// Takes the transfer out of libcurl and tells its caller what came of it.
    private func finish(_ transfer: Transfer, _ judge: (Transfer) -> TransferOutcome) {
        let outcome = judge(transfer)
        curl_multi_remove_handle(multi, transfer.easy)
        transfer.end()
        active[transfer.easy] = nil
        let endpoint = transfer.request.endpoint
        activeByHost[endpoint] = activeByHost[endpoint].flatMap { $0 > 1 ? $0 - 1 : nil }
        if isForgetting, active.isEmpty { renewConnections() }
        if outcome.failure == nil, let last = outcome.stamps.responseLastByte {
            transfer.emit(.lastByte, at: last, bytes: outcome.body.count)
        }
        transfer.request.completion(outcome)
    }

    /// The exchange's place on its connection; a connection counts from its opening, as ports come back.
    private func order(of transfer: Transfer) -> Int {
        guard transfer.stamps.ready != nil else { return 0 }
        let key = transfer.connectionKey
        let order = transfer.isNewConnection ? 0 : exchanges[key, default: 0]
        exchanges[key] = order + 1
        return order
    }

    private func expireWaiting() {
        guard !waiting.isEmpty else { return }
        let now = clock.now()
        let late = waiting.filter { $0.deadline <= now }
        guard !late.isEmpty else { return }
        waiting.removeAll { $0.deadline <= now }
        for request in late { refuse(request, Transfer.timeout(request)) }
    }

    private func refuse(_ request: TransferRequest, _ failure: FetchError) {
        request.completion(
            TransferOutcome(stamps: TransferStamps(queued: request.queuedAt), failure: failure)
        )
    }

    private func forgetConnections(_ told: [@Sendable () -> Void]) {
        guard !told.isEmpty else { return }
        isForgetting = true
        if active.isEmpty { renewConnections() }
        for tell in told { tell() }
    }

    /// Closes every connection: they live and die with the multi handle.
    private func renewConnections() {
        curl_multi_cleanup(multi)
        multi = curl_multi_init()
        netlab_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, Self.mostIdleConnections)
        netlab_curl_multi_set_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_NOTHING))
        exchanges = [:]
        isForgetting = false
    }
}
