import TLS
import Wire

extension ObservedTLSConnection {
    /// Takes a handshake message, opened or never closed.
    func read(
        _ type: TLSHandshakeType,
        _ body: RawSpan,
        _ record: TLSRecordStream.Record,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        add(step: type.description, record, direction, bytes: body.byteCount)
        switch type {
        case .clientHello where direction == .up: takeOffer(body, record, &findings)
        case .serverHello where direction == .down: takeChoice(body, record, &findings)
        case .encryptedExtensions where direction == .down: takeExtensions(body, &findings)
        case .certificate where direction == .down: takeCertificates(body)
        case .finished: takeFinished(record, direction)
        case .endOfEarlyData where direction == .up:
            acceptEarlyData(&findings)
            client.isAdvancing = true
        case .keyUpdate:
            change(direction) { $0.isAdvancing = true }
        default: break
        }
    }

    private func takeOffer(
        _ body: RawSpan,
        _ record: TLSRecordStream.Record,
        _ findings: inout CaptureFindings
    ) {
        guard let hello = TLSClientHello(body) else {
            report("the Client Hello contradicts itself", record, &findings)
            return
        }
        offer = hello
        guard handshake.offer == nil else { return }
        handshake.offer = hello
        handshake.start = record.first.stamp
        if hello.offersEarlyData {
            handshake.earlyData = .offered
            client.stage = .early
        }
    }

    private func takeChoice(
        _ body: RawSpan,
        _ record: TLSRecordStream.Record,
        _ findings: inout CaptureFindings
    ) {
        guard let hello = TLSServerHello(body) else {
            report("the Server Hello contradicts itself", record, &findings)
            return
        }
        handshake.version = hello.version
        handshake.cipherSuite = hello.cipherSuite
        handshake.group = hello.group ?? handshake.group
        guard !hello.isRetry else {
            handshake.hasRetry = true
            handshake.steps[handshake.steps.count - 1].name = "Hello Retry Request"
            // The early data is lost: the client offers none the second time.
            heldEarly = []
            if handshake.earlyData == .offered { handshake.earlyData = .rejected }
            client.stage = .handshake
            client.opener = nil
            return
        }
        choice = hello
        algorithm = RecordAlgorithm(hello.cipherSuite, hello.version)
        handshake.resumption = resumption(hello)
        if hello.version.rawValue < TLSProtocolVersion.tls13.rawValue {
            handshake.applicationProtocol = hello.applicationProtocol
        }
        for direction in [StreamDirection.up, .down] where !side(direction).isEncrypted {
            change(direction) {
                if $0.stage != .early { $0.opener = nil }
                $0.isBlind = false
            }
        }
    }

    private func resumption(_ hello: TLSServerHello) -> CaptureHandshake.Resumption? {
        if hello.version.rawValue >= TLSProtocolVersion.tls13.rawValue {
            return hello.takesPreSharedKey ? .preSharedKey : nil
        }
        // A server that resumes says the client's own number again, which one with a ticket has made up.
        guard let offer, !hello.sessionID.isEmpty, hello.sessionID == offer.sessionID else {
            return nil
        }
        return (offer.ticketBytes ?? 0) > 0 ? .ticket : .sessionID
    }

    private func takeExtensions(_ body: RawSpan, _ findings: inout CaptureFindings) {
        guard let extensions = TLSEncryptedExtensions(body) else { return }
        handshake.applicationProtocol = extensions.applicationProtocol
        if extensions.takesEarlyData {
            acceptEarlyData(&findings)
        } else if handshake.earlyData == .offered {
            handshake.earlyData = .rejected
            heldEarly = []
        }
    }

    private func acceptEarlyData(_ findings: inout CaptureFindings) {
        guard handshake.earlyData == .offered else { return }
        handshake.earlyData = .accepted
        releaseEarly(&findings)
    }

    private func takeCertificates(_ body: RawSpan) {
        let message = TLSCertificateMessage(body, handshake.version ?? .tls12)
        handshake.certificates = message.certificates.compactMap {
            CertificateFacts(der: body.extracting($0)).map(CaptureCertificate.init)
        }
    }

    private func takeFinished(_ record: TLSRecordStream.Record, _ direction: StreamDirection) {
        if direction == .up, handshake.end == nil { handshake.end = record.last.stamp }
        if handshake.version == .tls13 { change(direction) { $0.isAdvancing = true } }
    }

    func report(
        _ sentence: String,
        _ record: TLSRecordStream.Record,
        _ findings: inout CaptureFindings
    ) {
        findings.add(
            CaptureFinding(packet: record.last.packet, stream: opening.stream, sentence)
        )
    }
}
