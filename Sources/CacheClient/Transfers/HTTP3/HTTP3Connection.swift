internal import HTTP
internal import HTTP2
internal import HTTP3
internal import LinuxIO
internal import Wire

/// A connection to one host by HTTP/3, with its UDP socket. It belongs to the loop's thread alone.
final class HTTP3Connection {
    /// The end of a transfer.
    typealias Ended = (transfer: HTTP3Transfer, outcome: TransferOutcome)

    private static let receiveBuffer: Int32 = 4 << 20
    private static let longestReceive = 65_536
    /// Errors of one turn that are taken one after the other.
    private static let mostFailures = 64

    let host: HostConnections
    let settings: TransferSettings
    private let socket: DatagramSocket
    private let path: QUICPath
    private let session: HTTP3ClientSession
    private let clock: RunClock
    /// Transfers that wait for the connection.
    private var waiting: [HTTP3Transfer] = []
    private var streams: [HTTP3StreamID: HTTP3Transfer] = [:]
    private var ended: [Ended] = []
    private var requests = 0
    private var blocked: [QUICDatagrams] = []
    private var buffer = [UInt8](repeating: 0, count: HTTP3Connection.longestReceive)
    /// It takes no more transfers, and closes with the last.
    private(set) var isLeaving = false
    private(set) var isReady = false

    init(
        to host: HostConnections,
        at address: SocketAddress,
        _ settings: TransferSettings,
        clock: RunClock,
        isTraced: Bool
    ) throws {
        (self.host, self.settings, self.clock) = (host, settings, clock)
        let any: IPAddress = address.host.isV4 ? .any4 : .any6
        socket = try DatagramSocket(
            SocketAddress(host: any, port: 0),
            buffer: Self.receiveBuffer,
            isWhole: true
        )
        _ = socket.mergeReceived()
        path = QUICPath(
            local: QUICAddress(any, port: socket.address.port),
            remote: QUICAddress(address.host, port: address.port)
        )
        var limits = HTTP3Limits(
            idle: Self.idleTime,
            congestion: settings.congestionControl.flatMap { HTTP3Limits.Congestion(rawValue: $0) } ?? .cubic
        )
        limits.isTraced = isTraced
        session = try HTTP3ClientSession(
            to: host.endpoint.host,
            QUICCredentials(trust: settings.authorities),
            limits,
            on: path,
            at: clock.now()
        )
    }

    /// What it has sent, and its port; nil if nobody wants a trace.
    var trace: (port: UInt16, trace: QUICTrace)? { session.trace.map { (socket.address.port, $0) } }

    /// As long as browsers keep theirs.
    private static let idleTime: Nanoseconds = 30_000_000_000

    var raw: Int32 { socket.raw }
    var isOver: Bool { session.isOver }
    var isIdle: Bool { waiting.isEmpty && streams.isEmpty }
    var deadline: Instant? { session.deadline }
    var wantsToSend: Bool { !blocked.isEmpty }

    func add(_ transfer: HTTP3Transfer) {
        waiting.append(transfer)
    }

    /// Gives a transfer up.
    func remove(_ transfer: HTTP3Transfer) {
        waiting.removeAll { $0 === transfer }
        guard let stream = streams.first(where: { $0.value === transfer })?.key else { return }
        streams[stream] = nil
        session.reset(stream, .requestCancelled)
    }

    /// Takes no more transfers, and closes when those under way are done.
    func leave() {
        isLeaving = true
        if isIdle { close() }
    }

    func close() {
        session.close(.noError)
        flush()
    }

    func takeEnded() -> [Ended] {
        defer { ended = [] }
        return ended
    }

    // MARK: Turns

    /// Does what an arrival or time has made possible.
    func proceed() {
        receive()
        heed()
        session.expire(at: clock.now())
        beginWaiting()
        flush()
        heed()
        if isLeaving, isIdle, !session.isOver { close() }
    }

    private func receive() {
        var failures = 0
        while !session.isOver, failures < Self.mostFailures {
            let received: (count: Int, each: Int, peer: SocketAddress)?
            do throws(SystemCallError) {
                received = try socket.receive(into: &buffer)
            } catch {
                // Of a datagram sent earlier.
                failures += 1
                continue
            }
            guard let (count, each, peer) = received else { return }
            let now = clock.now()
            let path = QUICPath(local: path.local, remote: QUICAddress(peer.host, port: peer.port))
            for start in stride(from: 0, to: count, by: max(1, each)) {
                buffer.withUnsafeBufferPointer {
                    session.receive(
                        UnsafeBufferPointer(rebasing: $0[start..<min(start + each, count)]),
                        on: path,
                        at: now
                    )
                }
            }
            heed(at: now)
        }
    }

    private func beginWaiting() {
        while isReady, session.acceptsRequests, !waiting.isEmpty {
            let transfer = waiting.removeFirst()
            let now = clock.now()
            do throws(HTTP3Error) {
                guard let head = transfer.head(at: now) else { continue }
                let stream = try session.request(head)
                streams[stream] = transfer
                transfer.begins(
                    at: HTTP3RequestPlace(
                        localPort: socket.address.port,
                        order: requests,
                        stream: stream,
                        isResumed: session.isResumed
                    )
                )
                requests += 1
            } catch {
                ended.append((transfer, transfer.failed(FetchError(.badRequest, "\(error)"))))
            }
        }
    }

    /// Sends what may be sent now.
    private func flush() {
        sendBlocked()
        while blocked.isEmpty {
            let output = session.send(from: NoContent.one, at: clock.now())
            guard !output.datagrams.isEmpty else { return }
            let now = clock.now()
            blocked = output.datagrams
            sendBlocked()
            for mark in output.marks where mark.isLast { streams[mark.stream]?.requestSent(at: now) }
        }
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

    // MARK: Events

    private func heed(at instant: Instant? = nil) {
        for event in session.takeEvents() {
            let now = instant ?? clock.now()
            switch event {
            case .ready: isReady = true
            case .earlyDataDeclined:
                waiting = streams.sorted { $0.key < $1.key }.map(\.value) + waiting
                streams = [:]
            case .roomForStreams: break
            case .interim(let stream, let head): _ = streams[stream]?.take(head, at: now)
            case .response(let stream, let head, _):
                if streams[stream]?.take(head, at: now) == false { giveUp(stream) }
            case .content(let stream, let bytes):
                session.consumed(bytes.count, of: stream)
                if streams[stream]?.take(bytes, at: now) == false { giveUp(stream) }
            case .end(let stream, _):
                guard let transfer = streams.removeValue(forKey: stream) else { break }
                ended.append((transfer, transfer.finished()))
            case .oversized(let stream): cut(stream, .malformed, "sent more fields than the client takes")
            case .closed(let stream, let code): cut(stream, .reset, "reset the request's stream: \(code)")
            case .ended: fail()
            }
        }
    }

    /// The transfer has found its answer of no use.
    private func giveUp(_ stream: HTTP3StreamID) {
        guard let transfer = streams.removeValue(forKey: stream) else { return }
        session.reset(stream, .requestCancelled)
        ended.append((transfer, transfer.failed(FetchError(.declined, "the answer was declined"))))
    }

    private func cut(_ stream: HTTP3StreamID, _ word: FetchError.Word, _ what: String) {
        guard let transfer = streams.removeValue(forKey: stream) else { return }
        let partial = transfer.body.isEmpty ? word : .truncated
        ended.append((transfer, transfer.failed(FetchError(partial, "\(name) \(what)"))))
    }

    private var name: String { "\(host.endpoint.host):\(host.endpoint.port)" }

    /// The connection is over, and everything on it.
    private func fail() {
        let failure = reason
        for transfer in streams.values.sorted(by: { $0.shared.number < $1.shared.number }) + waiting {
            ended.append((transfer, transfer.failed(failure)))
        }
        (streams, waiting) = ([:], [])
    }

    private var reason: FetchError {
        if let mistrust = session.mistrust {
            return FetchError(.untrusted, "the certificate of \(name) cannot be trusted: \(mistrust.words)")
        }
        switch session.ending {
        case .byPeer(let reason) where isReady:
            return FetchError(.reset, "\(name) closed the HTTP/3 connection: \(reason.words)")
        case .byPeer(let reason), .byThisEnd(let reason):
            let word: FetchError.Word = isReady ? .malformed : .encryption
            return FetchError(word, "the HTTP/3 connection to \(name) failed: \(reason.words)")
        case .idle where !isReady, .lost, nil:
            return FetchError(.unreachable, "\(name) does not answer over UDP")
        case .idle:
            return FetchError(.reset, "the HTTP/3 connection to \(name) broke: nothing arrived any more")
        }
    }
}

/// Requests have no content.
private final class NoContent: HTTP2BodySource, Sendable {
    static let one = NoContent()

    func piece(of stream: HTTP2StreamID, atMost count: Int) -> HTTP2BodyPiece { .later }
}

extension HTTP3Ending.Reason {
    fileprivate var words: String {
        let code =
            isOfApplication ? "\(HTTP3ErrorCode(rawValue: code))" : "QUIC error 0x\(String(code, radix: 16))"
        return text.isEmpty ? code : "\(text) (\(code))"
    }
}

extension CertificateMistrust {
    fileprivate var words: String {
        switch self {
        case .expired: "it has expired"
        case .notYetValid: "it is not yet valid"
        case .otherHost: "it is for another host"
        case .unknownAuthority: "no trusted authority signed it"
        case .other(let number): "GnuTLS's reason is number \(number)"
        }
    }
}
