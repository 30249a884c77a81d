import TLS
import Wire

extension ObservedTLSConnection {
    /// More records in a row that keys do not open are not tried.
    private static let mostFailures = 8
    /// How many record numbers are tried behind a hole. A record of a few bytes costs next to nothing to try.
    private static let mostNumbers: UInt64 = 1024
    private static let smallestRecord = 22

    func readProtected(
        _ record: TLSRecordStream.Record,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        prepare(direction)
        guard side(direction).opener != nil else { return passBlindly(record, direction) }
        if record.isDamaged {
            change(direction) { $0.number += 1 }
            return lose(plainLength(record.header.length), record.last, direction, &findings)
        }
        var room = decryption.takeRoom()
        defer { decryption.giveBack(&room) }
        guard let opened = open(record, direction, &room, &findings) else {
            return fail(record, direction, &findings)
        }
        change(direction) { $0.failures = 0 }
        read(
            room.span.bytes.extracting(0..<opened.length),
            opened.contentType,
            record,
            direction,
            &findings
        )
        if side(direction).isAdvancing { advance(direction) }
    }

    /// What can be told of a record without its keys.
    private func passBlindly(_ record: TLSRecordStream.Record, _ direction: StreamDirection) {
        handshake.closedRecords += 1
        // Keys stand ahead of what they open: none will come for this session.
        change(direction) { $0.isBlind = choice != nil || offer == nil }
        let isNew = handshake.version == .tls13
        if record.header.contentType == .handshake {
            add(step: "Finished (encrypted)", record, direction, bytes: record.header.length)
            if direction == .up, handshake.end == nil { handshake.end = record.last.stamp }
        } else if isNew, direction == .up, handshake.end == nil, handshake.earlyData == .none {
            // The first thing that a client says under the new keys ends its handshake.
            add(step: "Finished (encrypted)", record, direction, bytes: record.header.length)
            handshake.end = record.last.stamp
        } else if record.header.contentType == .applicationData, handshake.end != nil || offer == nil {
            pattern.add(
                plainLength(record.header.length),
                direction,
                first: record.first.stamp,
                last: record.last.stamp
            )
        }
    }

    // MARK: Opening

    /// Tries the record as the next one, then as a later one where some were lost, then under the keys that follow.
    private func open(
        _ record: TLSRecordStream.Record,
        _ direction: StreamDirection,
        _ room: inout [UInt8],
        _ findings: inout CaptureFindings
    ) -> OpenedRecord? {
        let span = UInt64(min(record.lostBefore / Self.smallestRecord, Int(Self.mostNumbers)))
        let before = side(direction)
        if let opened = attempt(record, direction, before.number...before.number + span, &room) {
            let lost = side(direction).number - 1 - before.number
            if record.lostBefore > 0 { noteLost(record, direction, lost, &findings) }
            return opened
        }
        // Whatever said that the keys change may be lost, or the server refused what the client sent early.
        guard handshake.version == .tls13, advance(direction) else { return nil }
        if let opened = attempt(record, direction, 0...span, &room) {
            if record.lostBefore > 0 { noteLost(record, direction, nil, &findings) }
            return opened
        }
        change(direction) {
            $0.stage = before.stage
            $0.opener = before.opener
            $0.secret = before.secret
            $0.number = before.number
        }
        return nil
    }

    private func attempt(
        _ record: TLSRecordStream.Record,
        _ direction: StreamDirection,
        _ numbers: ClosedRange<UInt64>,
        _ room: inout [UInt8]
    ) -> OpenedRecord? {
        guard let opener = side(direction).opener else { return nil }
        // A copy of the array shares its memory.
        let buffer = side(direction).records.buffer
        let bytes = buffer.span.bytes.extracting(record.range)
        for number in numbers {
            guard let opened = opener.open(bytes, number: number, into: &room) else { continue }
            change(direction) { $0.number = number + 1 }
            return opened
        }
        return nil
    }

    private func noteLost(
        _ record: TLSRecordStream.Record,
        _ direction: StreamDirection,
        _ records: UInt64?,
        _ findings: inout CaptureFindings
    ) {
        let sender = direction == .up ? opening.client : opening.server
        let number = records.map { "\($0)" } ?? "some"
        report("\(number) encrypted records from \(sender) before it are lost", record, &findings)
        guard let records, let algorithm, case .traffic = side(direction).stage else { return }
        let overhead = TLSRecordHeader.size + algorithm.overhead
        lose(record.lostBefore - Int(records) * overhead, record.last, direction, &findings)
    }

    private func fail(
        _ record: TLSRecordStream.Record,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        let failures = change(direction) {
            $0.failures += 1
            $0.number += 1
            return $0.failures
        }
        let sender = direction == .up ? opening.client : opening.server
        if failures == 1 {
            report("a record from \(sender) is not by its session's keys", record, &findings)
        }
        if failures > Self.mostFailures {
            change(direction) {
                $0.opener = nil
                $0.isBlind = true
                $0.isGivenUp = true
            }
        }
        lose(plainLength(record.header.length), record.last, direction, &findings)
    }

    private func plainLength(_ length: Int) -> Int {
        // What most suites add, where it is not known which.
        max(0, length - (algorithm?.overhead ?? 24))
    }
}
