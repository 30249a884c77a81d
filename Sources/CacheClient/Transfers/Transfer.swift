internal import CCurl
internal import HTTP
internal import LinuxIO
import Logs
internal import Wire

/// One transfer under way. It belongs to the loop's thread alone; libcurl holds one retained reference to it from
/// `start` to `end`, by its handle.
final class Transfer: UnderwayTransfer {
    /// The loop's number for it.
    let number: Int
    let handle: TransferHandle
    /// The first caller's request is what is sent.
    private let caller: TransferCaller
    /// Called for each piece of the body; nil if no caller asks.
    var report: ((TransferProgress) -> Void)?
    /// What a callback found wrong: it stops the transfer and outranks the library's own reason.
    var failure: FetchError?
    private(set) var connection: RequestConnection
    // Safety: only the loop's thread accesses it, from callbacks that never call each other. The runtime
    // check would cost more than each line of a head and each piece of a body.
    @exclusivity(unchecked) private var answer: IncomingAnswer
    private var stamps: TransferStamps
    /// The socket opened for it last; nil if it opened none.
    private var socket: Int32?
    /// Bytes sent and received to have a proxy open a tunnel: they are not the exchange's.
    private var tunnelling = (sent: 0, received: 0)
    private let clock: RunClock
    private let events: EventSink?
    private let sessions: SessionCache

    init(
        _ number: Int,
        _ caller: TransferCaller,
        to host: HostConnections,
        by handle: TransferHandle,
        clock: RunClock,
        events: EventSink?,
        connections: ConnectionTable,
        sessions: SessionCache
    ) {
        self.number = number
        self.caller = caller
        self.handle = handle
        self.clock = clock
        self.events = events
        self.sessions = sessions
        connection = RequestConnection(for: caller.request, to: host, connections)
        answer = IncomingAnswer(to: caller)
        stamps = TransferStamps(queued: caller.request.queuedAt)
    }

    var request: TransferRequest { caller.request }
    var easy: UnsafeMutableRawPointer { handle.easy }
    var body: [UInt8] { answer.body.bytes }

    /// nil before any of the body has arrived.
    var soFar: TransferProgress? { answer.progress(of: info.bodyLength) }

    /// True if the body is the requested image, not that of an error response.
    var isOfImage: Bool { info.status == 200 }

    private var info: TransferInfo { TransferInfo(easy) }

    /// Sets every option and lets the callbacks reach this object until `end`. `opensNewConnection` avoids
    /// the open connections.
    func start(opensNewConnection: Bool) {
        stamps.admitted = clock.now()
        handle.ask(request.url, connection.begin(opensNew: opensNewConnection))
        if request.endpoint.isSecure { handle.share(sessions) }
        handle.send(request.fields)
        handle.find(request.endpoint)
        handle.carry(self)
    }

    /// Call once libcurl has released the transfer.
    func end() {
        handle.drop()
    }

    func emit(_ kind: TimingEvent.Kind, at moment: Instant, bytes: Int? = nil) {
        events?(TimingEvent(at: moment, transfer: request.id, kind: kind, bytes: bytes))
    }

    // MARK: Callbacks

    /// Called before connect(2), once for each address tried; the first call counts.
    func socketOpened(_ socket: curl_socket_t) -> Int32 {
        self.socket = socket
        if stamps.connectStart == nil || stamps.requestFirstByte != nil {
            stamps.beginAgain()
            stamps.connectStart = clock.now()
        }
        guard let name = request.settings.congestionControl else { return Int32(CURL_SOCKOPT_OK) }
        do {
            try SocketOption.setCongestion(socket, name)
            return Int32(CURL_SOCKOPT_OK)
        } catch {
            failure = FetchError(.local, "congestion control \(name) could not be set: \(error.reason)")
            return Int32(CURL_SOCKOPT_ERROR)
        }
    }

    /// Called before the request is sent, on a new or a reused connection.
    func connectionReady(_ address: UnsafePointer<CChar>?, _ port: Int32, _ localPort: Int32) -> Int32 {
        let now = clock.now()
        stamps.beginAgain()
        stamps.ready = now
        let key = ConnectionKey(
            localPort: Int(localPort),
            address: address.map { String(cString: $0) } ?? "",
            port: Int(port)
        )
        let isNew = info.isNewConnection
        if request.settings.proxy != nil {
            tunnelling = (info.number(CURLINFO_REQUEST_SIZE), info.number(CURLINFO_HEADER_SIZE))
        }
        let isOurs = connection.ready(
            key,
            isNew: isNew,
            opened: socket,
            agreed: ConnectionAgreement(handle.easy)
        )
        guard isOurs else { return Int32(CURL_PREREQFUNC_ABORT) }
        if stamps.connectStart != nil { emit(.connected, at: now) }
        // The request is sent next.
        if !handle.isTraced { requestSent(at: now) }
        return Int32(CURL_PREREQFUNC_OK)
    }

    /// Called after send(2) has taken bytes of the request, and for libcurl's own log messages.
    func traced(_ kind: curl_infotype, _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int) -> Int32 {
        guard size > 0 else { return 0 }
        if kind == CURLINFO_TEXT, connection.isShared == true, let bytes {
            connection.read(UnsafeRawBufferPointer(start: bytes, count: size))
        }
        // What leaves before the connection is ready asks a proxy for a tunnel.
        if kind == CURLINFO_HEADER_OUT, stamps.ready != nil { requestSent(at: clock.now()) }
        return 0
    }

    /// Called for each piece of the request; the last call has the time of the last byte.
    private func requestSent(at now: Instant) {
        stamps.requestLastByte = now
        guard stamps.requestFirstByte == nil else { return }
        stamps.requestFirstByte = now
        connection.requestSent()
        emit(.requestSent, at: now)
    }

    /// Stamps the first line of a head and the empty line after it, and every line after a body.
    func headerLine(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        guard let bytes else { return count }
        let line = UnsafeRawBufferPointer(start: bytes, count: count)
        if stamps.responseFirstByte == nil || HeadLines.isEnd(line) || !answer.body.bytes.isEmpty {
            let now = clock.now()
            if stamps.responseFirstByte == nil {
                stamps.responseFirstByte = now
                emit(.firstByte, at: now)
            }
            // Without a body, the answer's last byte is the head's.
            stamps.responseLastByte = now
        }
        if let found = answer.take(line: line) { failure = found }
        return failure == nil ? count : 0
    }

    func bodyBytes(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        guard let bytes, count > 0 else { return count }
        let (info, clock) = (info, clock)
        let piece = UnsafeRawBufferPointer(start: bytes, count: count)
        guard let moment = answer.take(piece: piece, of: info.bodyLength, at: clock.now()) else {
            failure = answer.tooLarge
            return 0
        }
        stamps.responseLastByte = moment
        if handle.isTraced { emit(.progress, at: moment, bytes: body.count) }
        if let report, let soFar { report(soFar) }
        return count
    }

    // MARK: Outcome

    /// libcurl's counters, read once.
    private struct Amounts {
        var sent: Int
        var header: Int
        var body: Int
        var lookUp: Duration
        var httpVersion: String
        var isNewConnection: Bool
    }

    /// The transfer's outcome, once libcurl is done with it.
    func outcome(_ code: CURLcode) -> TransferOutcome {
        let info = info
        let status = info.status > 0 ? info.status : nil
        let lookedUp = info.offset(CURLINFO_NAMELOOKUP_TIME_T)
        stamps.nameLookup = Nanoseconds(lookedUp) * 1000
        let isNewConnection = info.isNewConnection
        stamps.handshake = isNewConnection && request.endpoint.isSecure ? info.handshake : 0
        let amounts = Amounts(
            sent: info.number(CURLINFO_REQUEST_SIZE) - tunnelling.sent,
            header: info.number(CURLINFO_HEADER_SIZE) - tunnelling.received,
            body: info.offset(CURLINFO_SIZE_DOWNLOAD_T),
            lookUp: .microseconds(lookedUp),
            httpVersion: info.httpVersion,
            isNewConnection: isNewConnection
        )
        var failure = failure ?? FetchError(code, of: request, info, received: body.count)
        let exchange = failure == nil ? status.flatMap { self.exchange($0, amounts) } : nil
        if failure == nil, exchange == nil {
            failure = FetchError(.malformed, "the exchange with \(request.url) left no trace")
        }
        return TransferOutcome(
            status: status,
            fields: answer.head.fields,
            body: body,
            stamps: stamps,
            exchange: exchange,
            metrics: status.map { metrics($0, amounts) },
            failure: failure
        )
    }

    private func metrics(_ status: Int, _ amounts: Amounts) -> TransferMetrics {
        let (info, isNew) = (info, amounts.isNewConnection)
        let lookedUp = isNew ? amounts.lookUp : .zero
        let connected = isNew ? max(lookedUp, info.duration(CURLINFO_CONNECT_TIME_T)) : .zero
        return TransferMetrics(
            url: request.url,
            status: status,
            httpVersion: amounts.httpVersion,
            isConnectionReused: !isNew,
            nameLookup: lookedUp,
            connect: connected - lookedUp,
            encryption: .nanoseconds(stamps.handshake),
            firstByte: info.duration(CURLINFO_STARTTRANSFER_TIME_T),
            total: info.duration(CURLINFO_TOTAL_TIME_T),
            sentBytes: amounts.sent,
            headerBytes: amounts.header,
            bodyBytes: amounts.body
        )
    }

    private func exchange(_ status: Int, _ amounts: Amounts) -> ExchangeRecord? {
        guard let request = stamps.requestFirstByte, let first = stamps.responseFirstByte,
            let last = stamps.responseLastByte
        else { return nil }
        return ExchangeRecord(
            localPort: UInt16(clamping: connection.key?.localPort ?? info.number(CURLINFO_LOCAL_PORT)),
            order: connection.order,
            stream: connection.stream,
            encryption: connection.agreement?.encryption,
            isNewConnection: amounts.isNewConnection,
            status: status,
            httpVersion: amounts.httpVersion,
            requestBytes: amounts.sent,
            headerBytes: amounts.header,
            bodyBytes: amounts.body,
            connectStart: stamps.connectStart,
            connectEnd: stamps.connectStart == nil ? nil : stamps.ready,
            requestFirstByte: request,
            responseFirstByte: first,
            responseLastByte: last,
            progress: answer.body.samples
        )
    }
}
