internal import CCurl
internal import LinuxIO
internal import RealTime
internal import Wire

/// Transfers over HTTP/3.
extension TransferRunner {
    /// nil if netlab is built without HTTP/3.
    func makeCarrier() -> (any HTTP3Carrying)? {
        #if canImport(HTTP3)
            let mailbox = mailbox
            return HTTP3Carrier(connections, traces, clock: clock, events: events) { mailbox.post { _ in } }
        #else
            return nil
        #endif
    }

    func admitHTTP3(_ shared: SharedTransfer) {
        hasHTTP3 = true
        guard let http3 else {
            return refuse(shared, FetchError(.local, "this netlab was built without HTTP/3"))
        }
        do throws(FetchError) {
            try http3.begin(shared)
            connections.began(shared.host)
        } catch {
            shared.transfer = nil
            refuse(shared, error)
        }
    }

    /// Delivers the outcome of every transfer over HTTP/3 that has ended; false if none had.
    func reapHTTP3() -> Bool {
        guard let http3 else { return false }
        http3.proceed()
        let ended = http3.takeEnded()
        for (shared, outcome) in ended { tell(shared, outcome) }
        return !ended.isEmpty
    }

    /// Sleeps as `sleep(until:)` does, and until something arrives by QUIC or is due there.
    func sleep(until end: Instant, _ http3: any HTTP3Carrying) {
        let before = clock.now()
        let end = http3.deadline.map { min($0, end) } ?? end
        mailbox.sleep { waker in
            defer { precedence?.slept(clock.now() - before) }
            guard active > 0 else { return http3.sleep(until: end, or: waker) }
            var extra = ([waker] + http3.descriptors).map {
                curl_waitfd(fd: $0, events: Int16(CURL_WAIT_POLLIN), revents: 0)
            }
            let milliseconds = max(0, end - before) / 1_000_000 + 1
            curl_multi_poll(multi, &extra, UInt32(extra.count), Int32(clamping: milliseconds), nil)
            return extra[0].revents != 0
        }
    }
}
