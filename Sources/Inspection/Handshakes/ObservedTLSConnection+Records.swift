import TLS
import Wire

extension ObservedTLSConnection {
    func readRecords(_ direction: StreamDirection, _ findings: inout CaptureFindings) {
        while let record = change(direction, { $0.records.next() }) {
            if record.lostBefore > 0 { change(direction) { $0.assembler.reset() } }
            if isProtected(record, direction) {
                readProtected(record, direction, &findings)
            } else if record.isDamaged {
                change(direction) { $0.assembler.reset() }
            } else {
                readPlain(record, direction, &findings)
            }
            change(direction) { $0.end = record.end }
        }
    }

    private func isProtected(_ record: TLSRecordStream.Record, _ direction: StreamDirection) -> Bool {
        switch record.header.contentType {
        case .applicationData: true
        case .changeCipherSpec: false
        default: side(direction).isEncrypted
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
        change(direction) { buffer.append(contentsOf: $0.records.buffer[content]) }
        read(buffer.span.bytes, record.header.contentType, record, direction, &findings)
        swap(&buffer, &lent)
    }

    /// Takes a record's content, opened or never closed.
    func read(
        _ content: RawSpan,
        _ type: TLSContentType,
        _ record: TLSRecordStream.Record,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        switch type {
        case .handshake:
            readMessages(content, record, direction, &findings)
        case .changeCipherSpec:
            add(step: "Change Cipher Spec", record, direction, bytes: content.byteCount)
            changeCipher(direction)
        case .alert:
            guard let alert = TLSAlert(content) else { return }
            note(alert, record, direction)
        case .applicationData:
            deliver(content, record, direction, &findings)
        default: break
        }
    }

    private func readMessages(
        _ content: RawSpan,
        _ record: TLSRecordStream.Record,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        // Out of its side while its messages change the side.
        var assembler = TLSHandshakeAssembler()
        change(direction) { swap(&assembler, &$0.assembler) }
        assembler.receive(content) { type, body in
            read(type, body, record, direction, &findings)
        }
        change(direction) { swap(&assembler, &$0.assembler) }
    }

    private func note(
        _ alert: TLSAlert,
        _ record: TLSRecordStream.Record,
        _ direction: StreamDirection
    ) {
        guard handshake.alerts.count < CaptureHandshake.mostSteps else { return }
        handshake.alerts.append(
            CaptureHandshake.Alert(
                alert: alert,
                isFromClient: direction == .up,
                stamp: record.last.stamp,
                packet: record.last.packet
            )
        )
    }

    func add(
        step name: String,
        _ record: TLSRecordStream.Record,
        _ direction: StreamDirection,
        bytes: Int
    ) {
        guard handshake.steps.count < CaptureHandshake.mostSteps else { return }
        handshake.steps.append(
            HandshakeStep(
                name: name,
                isFromClient: direction == .up,
                stamp: record.last.stamp,
                packet: record.last.packet,
                bytes: bytes
            )
        )
    }

    /// Application data that was opened.
    private func deliver(
        _ content: RawSpan,
        _ record: TLSRecordStream.Record,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        handshake.openedRecords += 1
        if side(direction).stage == .early, handshake.earlyData == .offered {
            hold(content, record)
        } else {
            handOn(content, record, direction, &findings)
        }
    }

    private func hold(_ content: RawSpan, _ record: TLSRecordStream.Record) {
        // The most that servers take; what is beyond it is lost.
        guard heldEarly.reduce(0, { $0 + $1.bytes.count }) < 1 << 16 else { return }
        heldEarly.append((content.withUnsafeBytes { Array($0) }, record))
    }

    /// The server takes what the client sent early.
    func releaseEarly(_ findings: inout CaptureFindings) {
        let held = heldEarly
        heldEarly = []
        for (bytes, record) in held { handOn(bytes.span.bytes, record, .up, &findings) }
    }

    private func handOn(
        _ content: RawSpan,
        _ record: TLSRecordStream.Record,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        guard content.byteCount > 0 else { return }
        if inner == nil { begin(with: content, direction) }
        let start = side(direction).plainEnd
        let end = start + content.byteCount
        change(direction) {
            $0.plainEnd = end
            $0.places.add(cipher: record.end, plain: end)
        }
        opening.tap?.open(content, isFromClient: direction == .up)
        guard let inner else { return }
        if end < inner.wanted(direction) { return }
        inner.receive(
            content,
            plain(start..<end, direction == .up ? record.first : record.last),
            direction,
            &findings
        )
    }

    /// So many bytes of application data were lost with their records.
    func lose(
        _ count: Int,
        _ arrival: Arrival,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        guard count > 0 else { return }
        let start = side(direction).plainEnd
        change(direction) { $0.plainEnd = start + count }
        opening.tap?.openHole(count, isFromClient: direction == .up)
        inner?.miss(
            plain(start..<start + count, arrival),
            didArrive: !side(direction).isMissing,
            direction,
            &findings
        )
    }
}
