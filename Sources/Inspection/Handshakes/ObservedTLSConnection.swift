import TLS
import Wire

/// A TLS connection: its records, its handshake, and with keys its application data.
final class ObservedTLSConnection: CarrierConversation {
    private let opening: ConversationOpening
    private let client = TLSSide(.up)
    private let server = TLSSide(.down)
    private var handshake: TLSHandshakeObservation
    private var plaintext: TLSPlaintext
    private var pattern = RecordPattern()
    /// Holds a record's content while it is read.
    private var lent: [UInt8] = []

    init(_ opening: ConversationOpening) {
        self.opening = opening
        handshake = TLSHandshakeObservation(opening)
        plaintext = TLSPlaintext(opening)
    }

    private func side(_ direction: StreamDirection) -> TLSSide { direction == .up ? client : server }

    private var decryption: TLSDecryption { opening.context.decryption }

    var inner: (any ObservedConversation)? { plaintext.inner }

    var heldBytes: Int {
        (inner?.heldBytes ?? 0) + client.records.heldBytes + server.records.heldBytes
    }

    var details: ConversationDetails {
        var details = inner?.details ?? ConversationDetails()
        details.serverName = details.serverName ?? handshake.summary.offer?.serverName
        return details
    }

    func wanted(_ direction: StreamDirection) -> Int {
        let side = side(direction)
        return side.opening.isBlind ? side.records.nextHeader : 0
    }

    func receive(
        _ bytes: RawSpan,
        _ piece: StreamPiece,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        handshake.start(at: piece.arrival.stamp)
        // Without keys the contents of records were left out.
        let leftOut = piece.offset - side(direction).records.received
        if leftOut > 0 { side(direction).records.skip(leftOut, piece.before) }
        side(direction).records.receive(bytes, piece.arrived)
        readRecords(direction, &findings)
    }

    func miss(
        _ piece: StreamPiece,
        didArrive: Bool,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        handshake.start(at: piece.arrival.stamp)
        let received = side(direction).records.received
        side(direction).records.skip(piece.end - received, piece.arrived)
        if !didArrive { side(direction).isMissing = true }
        readRecords(direction, &findings)
    }

    func finish(
        _ piece: StreamPiece,
        isCut: Bool,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        plaintext.finish(piece.arrived, isCut: isCut, direction, &findings)
    }

    func conclude() {
        inner?.conclude()
        guard let summary = handshake.conclude() else { return }
        opening.context.sessions.add(summary)
        opening.context.sessions.add(estimates)
    }

    var session: ObservedSession? {
        handshake.current.map { ObservedSession(handshake: $0, estimates: estimates) }
    }

    /// None if the records are decrypted, or carry no exchanges.
    private var estimates: [CaptureEstimate] {
        guard inner == nil, !opening.isForeign else { return [] }
        return pattern.estimates(opening, serverName: handshake.offer?.serverName ?? opening.tunnel)
    }

    func countRepeated(_ count: Int, at offset: Int, _ direction: StreamDirection) -> Int? {
        plaintext.countRepeated(count, at: offset, direction)
    }

    func weighQuiet(_ bytes: DirectionBytes) { plaintext.weighQuiet(bytes) }
    func beginPacket(_ bytes: Int, _ direction: StreamDirection) { plaintext.beginPacket(bytes, direction) }
    func endPacket() { plaintext.endPacket() }
}

// MARK: - Records

extension ObservedTLSConnection {
    private func readRecords(_ direction: StreamDirection, _ findings: inout CaptureFindings) {
        while let record = side(direction).records.next() {
            if record.lostBefore > 0 { side(direction).assembler.reset() }
            if isProtected(record, direction) {
                readProtected(record, direction, &findings)
            } else if record.isDamaged {
                side(direction).assembler.reset()
            } else {
                readPlain(record, direction, &findings)
            }
        }
    }

    private func isProtected(_ record: TLSRecordStream.Record, _ direction: StreamDirection) -> Bool {
        switch record.header.contentType {
        case .applicationData: true
        case .changeCipherSpec: false
        default: side(direction).opening.isEncrypted
        }
    }

    private func readPlain(
        _ record: TLSRecordStream.Record,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        var buffer: [UInt8] = []
        swap(&buffer, &lent)
        buffer.removeAll(keepingCapacity: true)
        let content = record.range.dropFirst(TLSRecordHeader.size)
        buffer.append(contentsOf: side(direction).records.buffer[content])
        read(buffer.span.bytes, record.header.contentType, record, direction, &findings)
        swap(&buffer, &lent)
    }

    private func readProtected(
        _ record: TLSRecordStream.Record,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        if side(direction).opening.lacksKeys, !decryption.secrets.isEmpty {
            side(direction).opening.prepare(handshake, decryption.secrets)
        }
        guard side(direction).opening.hasKeys else { return passBlindly(record, direction) }
        if record.isDamaged {
            side(direction).opening.skipDamaged()
            return lose(plainLength(record.header.length), record, direction, &findings)
        }
        var room = decryption.takeRoom()
        defer { decryption.giveBack(&room) }
        guard let opened = open(record, direction, &room) else { return fail(record, direction, &findings) }
        if record.lostBefore > 0 { noteLost(opened.skipped, record, direction, &findings) }
        let content = room.span.bytes.extracting(0..<opened.record.length)
        read(content, opened.record.contentType, record, direction, &findings)
        if side(direction).opening.isAdvancing {
            side(direction).opening.advance(handshake, decryption.secrets)
        }
    }

    private func open(_ record: TLSRecordStream.Record, _ direction: StreamDirection, _ room: inout [UInt8])
        -> (record: OpenedRecord, skipped: UInt64?)?
    {
        // The copy shares the array's memory.
        let buffer = side(direction).records.buffer
        let bytes = buffer.span.bytes.extracting(record.range)
        let lost = record.lostBefore
        if let opened = side(direction).opening.open(bytes, lostBefore: lost, into: &room) { return opened }
        guard handshake.version == .tls13 else { return nil }
        let secrets = decryption.secrets
        return side(direction).opening.openAdvanced(bytes, lostBefore: lost, handshake, secrets, into: &room)
    }

    private func passBlindly(_ record: TLSRecordStream.Record, _ direction: StreamDirection) {
        side(direction).opening.passBlindly(isPastKeys: handshake.isPastKeys)
        guard handshake.countClosed(record, direction) else { return }
        pattern.add(
            plainLength(record.header.length),
            direction,
            first: record.first.stamp,
            last: record.last.stamp
        )
    }

    private func noteLost(
        _ skipped: UInt64?,
        _ record: TLSRecordStream.Record,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        let sender = direction == .up ? opening.client : opening.server
        handshake.report(.lostRecords(skipped, from: sender), record, &findings)
        guard let skipped, let algorithm = handshake.algorithm, case .traffic = side(direction).opening.stage
        else { return }
        let overhead = TLSRecordHeader.size + algorithm.overhead
        lose(record.lostBefore - Int(skipped) * overhead, record, direction, &findings)
    }

    private func fail(
        _ record: TLSRecordStream.Record,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        if side(direction).opening.fail() {
            let sender = direction == .up ? opening.client : opening.server
            handshake.report(.otherKeys(from: sender), record, &findings)
        }
        lose(plainLength(record.header.length), record, direction, &findings)
    }

    private func lose(
        _ count: Int,
        _ record: TLSRecordStream.Record,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        plaintext.lose(count, record.last, didArrive: !side(direction).isMissing, direction, &findings)
    }

    /// The content of a record of `length` bytes, with the usual overhead if the cipher suite is not known.
    private func plainLength(_ length: Int) -> Int { max(0, length - (handshake.algorithm?.overhead ?? 24)) }

    /// Takes the content of a record, opened or never encrypted.
    private func read(
        _ content: RawSpan,
        _ type: TLSContentType,
        _ record: TLSRecordStream.Record,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        switch type {
        case .handshake:
            // Moved out of its side while its messages change the side.
            var assembler = TLSHandshakeAssembler()
            swap(&assembler, &side(direction).assembler)
            assembler.receive(content) { type, body in
                follow(handshake.take(type, body, record, direction, &findings), direction, &findings)
            }
            swap(&assembler, &side(direction).assembler)
        case .changeCipherSpec:
            handshake.add(step: "Change Cipher Spec", record, direction, bytes: content.byteCount)
            // In TLS 1.3 it has no effect.
            if let version = handshake.choice?.version, version.rawValue < TLSProtocolVersion.tls13.rawValue {
                side(direction).opening.changeCipher()
            }
        case .alert:
            if let alert = TLSAlert(content) { handshake.add(alert, record, direction) }
        case .applicationData:
            handshake.countOpened()
            if side(direction).opening.stage == .early, handshake.isEarlyDataOpen {
                plaintext.hold(content, record)
            } else {
                let name = handshake.summary.applicationProtocol
                plaintext.deliver(content, record, direction, name, &findings)
            }
        default: break
        }
    }

    private func follow(
        _ effect: TLSHandshakeObservation.Effect,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        switch effect {
        case .none: break
        case .earlyDataOffered: client.opening.beginEarlyData()
        case .earlyDataAccepted: plaintext.acceptEarly(handshake.summary.applicationProtocol, &findings)
        case .earlyDataRejected: plaintext.rejectEarly()
        case .earlyDataEnded:
            plaintext.acceptEarly(handshake.summary.applicationProtocol, &findings)
            client.opening.changeKeys()
        case .retryRequested:
            plaintext.rejectEarly()
            client.opening.rejectEarlyData()
        case .cipherSuiteChosen:
            client.opening.chooseKeys()
            server.opening.chooseKeys()
        case .keysChanged: side(direction).opening.changeKeys()
        }
    }
}
