internal import HTTP3
internal import LinuxIO
internal import Wire

/// The connections of transfers over HTTP/3. It belongs to the loop's thread alone.
final class HTTP3Carrier: HTTP3Carrying {
    private let clock: RunClock
    private let events: EventSink?
    private let table: ConnectionTable
    private let traces: QUICTraces
    /// Has the loop take a turn; any thread may call it.
    private let wake: @Sendable () -> Void
    private var connections: [HTTP3Connection] = []
    private var lookups: [NameLookup] = []
    /// Transfers whose host's name is being looked up.
    private var nameless: [(lookup: NameLookup, transfer: HTTP3Transfer)] = []
    /// Where each transfer is, and whether its host knows that others may share the connection.
    private var homes: [ObjectIdentifier: HTTP3Connection] = [:]
    private var shared: [ObjectIdentifier: Bool] = [:]
    private var ended: [HTTP3Connection.Ended] = []

    init(
        _ table: ConnectionTable,
        _ traces: QUICTraces,
        clock: RunClock,
        events: EventSink?,
        wake: @escaping @Sendable () -> Void
    ) {
        (self.table, self.traces, self.clock) = (table, traces, clock)
        (self.events, self.wake) = (events, wake)
    }

    // MARK: Transfers

    func begin(_ shared: SharedTransfer) throws(FetchError) {
        guard QUICLibrary.isLoaded else { throw FetchError(.local, QUICLibrary.missing) }
        let transfer = HTTP3Transfer(shared, clock: clock, events: events)
        shared.transfer = transfer
        if let connection = connections.first(where: { $0.isOf(shared) }) {
            homes[ObjectIdentifier(transfer)] = connection
            connection.add(transfer)
            return
        }
        let endpoint = shared.request.endpoint
        if let address = Self.knownAddress(of: endpoint, shared.request.settings) {
            try open(for: transfer, at: address, from: clock.now())
            return
        }
        let lookup = NameLookup(of: endpoint.host, at: clock.now(), wake)
        nameless.append((lookup, transfer))
    }

    func giveUp(_ shared: SharedTransfer, _ failure: FetchError) -> TransferOutcome {
        guard let transfer = shared.transfer as? HTTP3Transfer else {
            return .abandoned(shared.request, failure)
        }
        nameless.removeAll { $0.transfer === transfer }
        homes[ObjectIdentifier(transfer)]?.remove(transfer)
        letGo(transfer)
        return transfer.failed(failure)
    }

    func takeEnded() -> [(shared: SharedTransfer, outcome: TransferOutcome)] {
        defer { ended = [] }
        return ended.map { end in
            letGo(end.transfer)
            return (end.transfer.shared, end.outcome)
        }
    }

    private func letGo(_ transfer: HTTP3Transfer) {
        let key = ObjectIdentifier(transfer)
        homes[key] = nil
        table.ended(transfer.shared.host, isShared: shared.removeValue(forKey: key))
    }

    /// The address that the settings give the host, with a port if it has one.
    private static func knownAddress(of endpoint: URLEndpoint, _ settings: TransferSettings) -> SocketAddress?
    {
        let port = UInt16(clamping: endpoint.port)
        let text =
            settings.hosts[endpoint.host]?.split(separator: ",").first.map(String.init) ?? endpoint.host
        if let address = SocketAddress(text, port: port) { return address }
        guard let colon = text.lastIndex(of: ":"), let own = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        let host = text[..<colon].filter { $0 != "[" && $0 != "]" }
        return SocketAddress(host, port: own)
    }

    private func open(
        for transfer: HTTP3Transfer,
        at address: SocketAddress,
        from began: Instant
    ) throws(FetchError) {
        let shared = transfer.shared
        do {
            transfer.opens(from: began, at: clock.now())
            let connection = try HTTP3Connection(
                to: shared.host,
                at: address,
                shared.request.settings,
                clock: clock,
                isTraced: events != nil
            )
            connections.append(connection)
            homes[ObjectIdentifier(transfer)] = connection
            connection.add(transfer)
        } catch {
            throw FetchError(
                .local,
                "the connection to \(shared.request.endpoint.host) could not be opened: \(error)"
            )
        }
    }

    // MARK: Turns

    func proceed() {
        takeAddresses()
        for connection in connections {
            connection.proceed()
            if connection.isReady, shared.count < homes.count { noteReady(connection) }
            ended += connection.takeEnded()
        }
        dropEnded()
    }

    private func dropEnded() {
        for connection in connections where connection.isOver { keepTrace(of: connection) }
        connections.removeAll(where: \.isOver)
    }

    private func keepTrace(of connection: HTTP3Connection) {
        if let (port, trace) = connection.trace { traces.add(trace, port: port) }
    }

    func shutdown() {
        for connection in connections {
            connection.close()
            keepTrace(of: connection)
        }
        connections = []
    }

    /// Others may now begin on the same connection.
    private func noteReady(_ connection: HTTP3Connection) {
        for (key, home) in homes where home === connection && shared[key] == nil {
            table.ready(connection.host, isShared: true, before: nil)
            shared[key] = true
        }
    }

    private func takeAddresses() {
        guard !nameless.isEmpty else { return }
        let waiting = nameless
        nameless = []
        for (lookup, transfer) in waiting {
            guard let result = lookup.result else {
                nameless.append((lookup, transfer))
                continue
            }
            let endpoint = transfer.shared.request.endpoint
            guard let host = result.first else {
                let failure = FetchError(.unresolved, "\(endpoint.host) has no address")
                ended.append((transfer, transfer.failed(failure)))
                continue
            }
            let address = SocketAddress(host: host, port: UInt16(clamping: endpoint.port))
            do throws(FetchError) {
                try open(for: transfer, at: address, from: lookup.began)
            } catch {
                ended.append((transfer, transfer.failed(error)))
            }
        }
    }

    func forget() {
        for connection in connections { connection.leave() }
        dropEnded()
    }

    // MARK: Waiting

    /// How soon to try again what the system's buffers had no room for.
    private static let retryTime: Nanoseconds = 1_000_000

    var deadline: Instant? {
        let soon = connections.contains(where: \.wantsToSend) ? clock.now() + Self.retryTime : nil
        return (connections.map(\.deadline) + [soon]).compactMap(\.self).min()
    }

    var descriptors: [Int32] { connections.map(\.raw) }

    func sleep(until end: Instant, or waker: Int32) -> Bool {
        let ready = Readiness.wait(
            for: [waker] + descriptors,
            atMost: max(0, end - clock.now())
        )
        return ready.first ?? false
    }
}

extension HTTP3Connection {
    /// Transfers for the same host with the same settings share it.
    fileprivate func isOf(_ shared: SharedTransfer) -> Bool {
        host === shared.host && settings == shared.request.settings && !isLeaving && !isOver
    }
}
