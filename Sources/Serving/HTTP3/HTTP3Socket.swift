import HTTP3
import LinuxIO
import RealTime
import Wire

/// A UDP port with all its connections. It belongs to the loop's thread.
final class HTTP3Socket: LoopSocket {
    /// Receives of one turn, before others have theirs.
    private static let receivesPerTurn = 64
    /// As many bytes as the system may merge into one.
    private static let longestReceive = 65_536
    /// Turns of one connection's sending in a row.
    private static let sendsPerTurn = 4

    private let socket: DatagramSocket
    private let endpoint: HTTP3ServerEndpoint
    private let token: UInt64
    private let setting: ServedPortSetting
    private let clock: RunClock
    private var conversations: [UInt64: HTTP3Conversation] = [:]
    private var numbers: [ObjectIdentifier: UInt64] = [:]
    private var lastNumber: UInt64 = 0
    private var timers = TimerQueue()
    /// Connections that wait for responses or content from elsewhere.
    private var making: Set<UInt64> = []
    /// Connections with more to send as soon as the others have had their turn.
    private var unfinished: Set<UInt64> = []
    /// What the kernel has not taken, in order.
    private var blocked: [QUICDatagrams] = []
    private var buffer = [UInt8](repeating: 0, count: HTTP3Socket.longestReceive)
    private var latest: Instant
    private var isFinishing = false
    private(set) var isClosed = false

    init(
        _ socket: consuming DatagramSocket,
        _ endpoint: HTTP3ServerEndpoint,
        token: UInt64,
        _ setting: ServedPortSetting,
        _ clock: RunClock
    ) {
        self.socket = socket
        (self.endpoint, self.token, self.setting, self.clock) = (endpoint, token, setting, clock)
        latest = clock.now()
    }

    var raw: Int32 { socket.raw }

    var outlook: ConnectionOutlook {
        var outlook = ConnectionOutlook.reading(at: latest)
        if !blocked.isEmpty { outlook.interest.insert(.write) }
        if let earliest = timers.earliest { outlook.next = min(outlook.next, earliest) }
        if !unfinished.isEmpty, blocked.isEmpty { outlook.next = latest }
        return outlook
    }

    func proceed(isReadable: Bool) {
        latest = clock.now()
        sendBlocked()
        var due = making.union(unfinished)
        unfinished = []
        if isReadable { receive(into: &due) }
        while let timer = timers.takeDue(latest) { due.insert(timer.token) }
        for number in due.sorted() { serve(number) }
        if isFinishing, conversations.isEmpty, blocked.isEmpty { isClosed = true }
    }

    func hangUp() {
        // An error of the socket, such as a client's port that is closed: the next receive takes it.
        proceed(isReadable: true)
    }

    func finish() {
        isFinishing = true
        for conversation in conversations.values { conversation.finish() }
        for number in conversations.keys.sorted() { serve(number) }
        isClosed = conversations.isEmpty
    }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        for number in conversations.keys.sorted() {
            guard let conversation = conversations[number] else { continue }
            conversation.session.close(.noError)
            send(conversation.proceed(at: clock.now()), of: conversation)
            drop(conversation)
        }
    }

    // MARK: Receiving

    private func receive(into due: inout Set<UInt64>) {
        for _ in 0..<Self.receivesPerTurn {
            let received: (count: Int, each: Int, peer: SocketAddress)?
            do throws(SystemCallError) {
                received = try socket.receive(into: &buffer)
            } catch {
                // Of a datagram sent earlier, to a port that is closed by now.
                continue
            }
            guard let (count, each, peer) = received else { return }
            latest = clock.now()
            let path = QUICPath(
                local: QUICAddress(socket.address.host, port: socket.address.port),
                remote: QUICAddress(peer.host, port: peer.port)
            )
            for start in stride(from: 0, to: count, by: max(1, each)) {
                let end = min(start + each, count)
                let arrival = buffer.withUnsafeBufferPointer {
                    endpoint.receive(UnsafeBufferPointer(rebasing: $0[start..<end]), on: path, at: latest)
                }
                heed(arrival, from: peer, &due)
            }
        }
    }

    private func heed(
        _ arrival: HTTP3ServerEndpoint.Arrival,
        from peer: SocketAddress,
        _ due: inout Set<UInt64>
    ) {
        switch arrival {
        case .of(let session): if let number = numbers[ObjectIdentifier(session)] { due.insert(number) }
        case .answered(let datagrams): send([datagrams])
        case .dropped: break
        case .began(let session):
            guard !isFinishing, conversations.count < setting.limits.connections else {
                return endpoint.forget(session)
            }
            lastNumber += 1
            let conversation = HTTP3Conversation(session, lastNumber, conversationSetting(peer), at: latest)
            conversations[lastNumber] = conversation
            numbers[ObjectIdentifier(session)] = lastNumber
            due.insert(lastNumber)
        }
    }

    private func conversationSetting(_ peer: SocketAddress) -> ConversationSetting {
        ConversationSetting(
            client: peer,
            isEncrypted: true,
            accepted: latest,
            protocols: [],
            responder: setting.responder,
            limits: setting.limits,
            clock: clock,
            calls: setting.calls,
            token: token,
            writer: setting.writer
        )
    }

    // MARK: Sending

    private func serve(_ number: UInt64) {
        guard let conversation = conversations[number] else { return }
        for turn in 1...Self.sendsPerTurn {
            let output = conversation.proceed(at: latest)
            if output.datagrams.isEmpty { break }
            send(output, of: conversation)
            if !blocked.isEmpty || turn == Self.sendsPerTurn { unfinished.insert(number) }
            if !blocked.isEmpty { break }
        }
        endpoint.follow(conversation.session)
        guard !conversation.isOver else { return drop(conversation) }
        if conversation.isMaking { making.insert(number) } else { making.remove(number) }
        if let next = conversation.next { timers.set(number, to: next) } else { timers.remove(number) }
    }

    private func send(_ output: HTTP3Output, of conversation: HTTP3Conversation) {
        let began = latest
        send(output.datagrams)
        latest = clock.now()
        conversation.sent(output, began: began, at: latest)
    }

    private func send(_ datagrams: [QUICDatagrams]) {
        blocked += datagrams
        sendBlocked()
    }

    private func sendBlocked() {
        var done = 0
        for group in blocked {
            let peer = SocketAddress(host: group.path.remote.host, port: group.path.remote.port)
            do throws(SystemCallError) {
                try socket.send(group.bytes, each: group.each, to: peer)
            } catch  where error.isTemporary {
                break
            } catch {
                // Lost, as on a line: QUIC sends it again, or gives up.
            }
            done += 1
        }
        blocked.removeFirst(done)
    }

    private func drop(_ conversation: HTTP3Conversation) {
        conversation.abandon()
        if let trace = conversation.session.trace {
            setting.responder.traced(trace, of: conversation.client)
        }
        endpoint.forget(conversation.session)
        conversations[conversation.number] = nil
        numbers[ObjectIdentifier(conversation.session)] = nil
        timers.remove(conversation.number)
        making.remove(conversation.number)
        unfinished.remove(conversation.number)
    }
}
