import TLS
import Wire

/// The content of the messages of one connection's TLS handshake.
struct TLSHandshakeObservation {
    /// The effect of a message on the records that follow.
    enum Effect {
        case none
        case earlyDataOffered, earlyDataAccepted, earlyDataRejected, earlyDataEnded
        /// The server asks for another Client Hello.
        case retryRequested
        /// The server has chosen the cipher suite.
        case cipherSuiteChosen
        case keysChanged
    }

    private(set) var summary: CaptureHandshake
    /// The newest Client Hello and Server Hello.
    private(set) var offer: TLSClientHello?
    private(set) var choice: TLSServerHello?
    /// nil if the cipher suite is not supported, or before it is agreed on.
    private(set) var algorithm: RecordAlgorithm?
    private var hasStarted = false

    init(_ opening: ConversationOpening) {
        summary = CaptureHandshake(
            stream: opening.stream,
            client: opening.client,
            server: opening.server,
            start: 0
        )
    }

    var version: TLSProtocolVersion? { summary.version }

    /// True while the server may still accept the client's early data.
    var isEarlyDataOpen: Bool { summary.earlyData == .offered }

    /// A key log precedes the data that it decrypts: from here on no keys will come for the session.
    var isPastKeys: Bool { choice != nil || offer == nil }

    /// Notes when the first bytes came.
    mutating func start(at stamp: Int64) {
        guard !hasStarted else { return }
        hasStarted = true
        summary.start = stamp
    }

    /// The handshake so far; nil if the capture shows none.
    var current: CaptureHandshake? {
        let isShown = summary.offer != nil || summary.version != nil || summary.closedRecords > 0
        return hasStarted && isShown ? summary : nil
    }

    /// Returns the handshake once nothing more comes; nil if the capture shows none.
    mutating func conclude() -> CaptureHandshake? {
        guard current != nil else { return nil }
        if isEarlyDataOpen, summary.end != nil, summary.openedRecords > 0 { summary.earlyData = .rejected }
        return summary
    }

    // MARK: Records

    mutating func countOpened() { summary.openedRecords += 1 }

    /// Takes the visible part of a record without keys. Returns true if it is application data after the
    /// handshake.
    mutating func countClosed(_ record: TLSRecordStream.Record, _ direction: StreamDirection) -> Bool {
        summary.closedRecords += 1
        let mayEnd = direction == .up && summary.end == nil
        // The client's first record under the new keys ends its handshake.
        let isFirst = version == .tls13 && mayEnd && summary.earlyData == .none
        guard record.header.contentType == .handshake || isFirst else {
            return record.header.contentType == .applicationData && (summary.end != nil || offer == nil)
        }
        add(step: "Finished (encrypted)", record, direction, bytes: record.header.length)
        if mayEnd { summary.end = record.last.stamp }
        return false
    }

    mutating func add(
        step name: String,
        _ record: TLSRecordStream.Record,
        _ direction: StreamDirection,
        bytes: Int
    ) {
        guard summary.steps.count < CaptureHandshake.mostSteps else { return }
        summary.steps.append(
            HandshakeStep(
                name: name,
                isFromClient: direction == .up,
                stamp: record.last.stamp,
                packet: record.last.packet,
                bytes: bytes
            )
        )
    }

    mutating func add(_ alert: TLSAlert, _ record: TLSRecordStream.Record, _ direction: StreamDirection) {
        guard summary.alerts.count < CaptureHandshake.mostSteps else { return }
        summary.alerts.append(
            CaptureHandshake.Alert(
                alert: alert,
                isFromClient: direction == .up,
                stamp: record.last.stamp,
                packet: record.last.packet
            )
        )
    }

    // MARK: Messages

    /// Takes a handshake message that was decrypted or never encrypted.
    mutating func take(
        _ type: TLSHandshakeType,
        _ body: RawSpan,
        _ record: TLSRecordStream.Record,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) -> Effect {
        add(step: type.description, record, direction, bytes: body.byteCount)
        switch type {
        case .clientHello where direction == .up:
            if let hello = TLSClientHello(body) { return take(hello, record) }
            report(.hello(fromClient: true), record, &findings)
        case .serverHello where direction == .down:
            if let hello = TLSServerHello(body) { return take(hello) }
            report(.hello(fromClient: false), record, &findings)
        case .encryptedExtensions where direction == .down:
            if let extensions = TLSEncryptedExtensions(body) { return take(extensions) }
        case .certificate where direction == .down:
            let message = TLSCertificateMessage(body, version ?? .tls12)
            summary.certificates = message.certificates.compactMap {
                CertificateFacts(der: body.extracting($0)).map(CaptureCertificate.init)
            }
        case .finished:
            if direction == .up, summary.end == nil { summary.end = record.last.stamp }
            if version == .tls13 { return .keysChanged }
        case .endOfEarlyData where direction == .up:
            if isEarlyDataOpen { summary.earlyData = .accepted }
            return .earlyDataEnded
        case .keyUpdate: return .keysChanged
        default: break
        }
        return .none
    }

    private mutating func take(_ hello: TLSClientHello, _ record: TLSRecordStream.Record) -> Effect {
        offer = hello
        guard summary.offer == nil else { return .none }
        summary.offer = hello
        summary.start = record.first.stamp
        guard hello.offersEarlyData else { return .none }
        summary.earlyData = .offered
        return .earlyDataOffered
    }

    private mutating func take(_ hello: TLSServerHello) -> Effect {
        summary.version = hello.version
        summary.cipherSuite = hello.cipherSuite
        summary.group = hello.group ?? summary.group
        guard !hello.isRetry else {
            summary.hasRetry = true
            summary.steps[summary.steps.count - 1].name = "Hello Retry Request"
            // The second Client Hello offers no early data.
            if isEarlyDataOpen { summary.earlyData = .rejected }
            return .retryRequested
        }
        choice = hello
        algorithm = RecordAlgorithm(hello.cipherSuite, hello.version)
        summary.resumption = resumption(hello)
        if hello.version.rawValue < TLSProtocolVersion.tls13.rawValue {
            summary.applicationProtocol = hello.applicationProtocol
        }
        return .cipherSuiteChosen
    }

    private func resumption(_ hello: TLSServerHello) -> CaptureHandshake.Resumption? {
        if hello.version.rawValue >= TLSProtocolVersion.tls13.rawValue {
            return hello.acceptsPreSharedKey ? .preSharedKey : nil
        }
        // A server that resumes repeats the client's session ID, which a client with a ticket made up.
        guard let offer, !hello.sessionID.isEmpty, hello.sessionID == offer.sessionID else {
            return nil
        }
        return (offer.ticketBytes ?? 0) > 0 ? .ticket : .sessionID
    }

    private mutating func take(_ extensions: TLSEncryptedExtensions) -> Effect {
        summary.applicationProtocol = extensions.applicationProtocol
        guard isEarlyDataOpen else { return .none }
        summary.earlyData = extensions.hasEarlyData ? .accepted : .rejected
        return extensions.hasEarlyData ? .earlyDataAccepted : .earlyDataRejected
    }

    func report(_ fault: CaptureFault, _ record: TLSRecordStream.Record, _ findings: inout CaptureFindings) {
        findings.add(CaptureFinding(packet: record.last.packet, summary.connection, fault))
    }
}
