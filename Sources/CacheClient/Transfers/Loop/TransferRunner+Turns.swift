internal import CCurl
internal import LinuxIO
import Logs
internal import Wire

/// Transfers from their turn to their end.
extension TransferRunner {
    /// Starts all transfers that may begin. If only the rate limit delays the next one, returns when it may
    /// begin.
    func admitWaiting() -> Instant? {
        while let shared = next() {
            let now = clock.now()
            if let limit = shared.request.settings.rateLimit {
                if bucket?.limit != limit { bucket = RateLimiter(limit, at: now) }
                guard bucket?.take(at: now) == true else { return bucket?.next(at: now) }
            }
            removeFromLine(shared)
            admit(shared)
        }
        return nil
    }

    /// The most urgent transfer whose host has room; of equal ones, the oldest.
    private func next() -> SharedTransfer? {
        guard !lines.isEmpty else { return nil }
        var best: (number: Int, priority: TransferPriority)?
        for host in lines.values {
            guard let first = host.line.first(), let shared = transfers[first.transfer],
                connections.mayBegin(shared.request, to: host)
            else { continue }
            guard let found = best else {
                best = (first.transfer, first.priority)
                continue
            }
            if (found.priority, first.transfer) < (first.priority, found.number) {
                best = (first.transfer, first.priority)
            }
        }
        return best.flatMap { transfers[$0.number] }
    }

    func admit(_ shared: SharedTransfer) {
        if shared.request.speaksHTTP3 { return admitHTTP3(shared) }
        let settings = shared.request.settings
        guard let handle = handles.take(settings) else {
            return refuse(shared, FetchError(.local, "no memory for another transfer"))
        }
        let transfer = Transfer(
            shared.number,
            shared.first,
            to: shared.host,
            by: handle,
            clock: clock,
            events: events,
            connections: connections,
            sessions: sessions
        )
        if connectionsSaid != settings.connections {
            netlab_curl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, settings.connections)
            connectionsSaid = settings.connections
        }
        transfer.start(opensNewConnection: isForgetting)
        guard curl_multi_add_handle(multi, transfer.easy) == CURLM_OK else {
            transfer.end()
            return refuse(shared, FetchError(.local, "libcurl refused another transfer"))
        }
        shared.transfer = transfer
        active += 1
        connections.began(shared.host)
    }

    /// Delivers the outcome of every transfer that has ended; false if none had.
    func reap() -> Bool {
        var isAny = false
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle,
                let transfer = TransferHandle.carrying(easy), let shared = transfers[transfer.number]
            else { continue }
            let code = message.pointee.data.result
            isAny = true
            if transfer.connection.isLost {
                beginAgain(shared, transfer)
            } else {
                finish(shared, transfer, transfer.outcome(code))
            }
        }
        return isAny
    }

    /// The connection that it was to join is closed, so it opens another.
    private func beginAgain(_ shared: SharedTransfer, _ transfer: Transfer) {
        shared.host.hasPriorConnection = false
        letGo(transfer)
        shared.transfer = nil
        admit(shared)
    }

    func letGo(_ transfer: Transfer) {
        curl_multi_remove_handle(multi, transfer.easy)
        transfer.end()
        active -= 1
        connections.ended(transfer.connection.host, isShared: transfer.connection.isShared)
    }

    /// Removes the transfer from libcurl and delivers its outcome.
    private func finish(_ shared: SharedTransfer, _ transfer: Transfer, _ outcome: TransferOutcome) {
        letGo(transfer)
        if outcome.failure == nil, transfer.connection.attempts == 1 { handles.put(back: transfer.handle) }
        if isForgetting, active == 0 { renewConnections() }
        if outcome.failure == nil, let last = outcome.stamps.responseLastByte {
            transfer.emit(.lastByte, at: last, bytes: outcome.body.count)
        }
        tell(shared, outcome)
    }

    func refuse(_ shared: SharedTransfer, _ failure: FetchError) {
        tell(shared, .abandoned(shared.request, failure))
    }

    func tell(_ shared: SharedTransfer, _ outcome: TransferOutcome) {
        transfers[shared.number] = nil
        shared.finish(outcome, order: table.finish(shared.number), at: clock)
    }
}
