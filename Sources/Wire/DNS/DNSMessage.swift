/// A DNS query or answer.
package struct DNSMessage: Hashable, Sendable {
    /// The counts are those that were read. When the message is written, they are computed from the lists
    /// below.
    package var header: DNSHeader
    package var questions: [DNSQuestion] = []
    package var answers: [DNSRecord] = []
    package var authorities: [DNSRecord] = []
    package var additionals: [DNSRecord] = []

    package init(_ header: DNSHeader) {
        self.header = header
    }

    /// Reads a whole message; nil if any part is truncated or malformed. Ignores bytes behind its end.
    package init?(_ bytes: RawSpan) {
        guard let header = DNSHeader(bytes) else { return nil }
        self.header = header
        var offset = DNSHeader.length
        // Nothing is reserved by these counts, which may lie: each item must take bytes of the message.
        for _ in 0..<header.questions {
            guard let question = DNSQuestion(bytes, at: &offset) else { return nil }
            questions.append(question)
        }
        for (count, section) in [
            (header.answers, \DNSMessage.answers), (header.authorities, \.authorities),
            (header.additionals, \.additionals),
        ] {
            for _ in 0..<count {
                guard let record = Self.record(bytes, at: &offset) else { return nil }
                self[keyPath: section].append(record)
            }
        }
    }

    private static func record(_ bytes: RawSpan, at offset: inout Int) -> DNSRecord? {
        guard let name = DNSName(bytes, at: &offset), let type = bytes.bigEndian16(at: offset),
            let space = bytes.bigEndian16(at: offset + 2), let life = bytes.bigEndian32(at: offset + 4),
            let length = bytes.bigEndian16(at: offset + 8)
        else { return nil }
        let start = offset + 10
        guard start + Int(length) <= bytes.byteCount else { return nil }
        offset = start + Int(length)
        return DNSRecord(
            name,
            DNSRecordType(rawValue: type),
            space: space,
            timeToLive: life,
            data: (start..<offset).compactMap { bytes.byte(at: $0) }
        )
    }
}

// MARK: - Writing

extension DNSMessage {
    /// Names are not compressed, except that a record with the first question's name points there.
    package var encoded: [UInt8] {
        var header = header
        header.questions = UInt16(clamping: questions.count)
        header.answers = UInt16(clamping: answers.count)
        header.authorities = UInt16(clamping: authorities.count)
        header.additionals = UInt16(clamping: additionals.count)
        var bytes = header.encoded
        for question in questions { bytes += question.encoded }
        for record in answers + authorities + additionals { append(record, to: &bytes) }
        return bytes
    }

    private func append(_ record: DNSRecord, to bytes: inout [UInt8]) {
        if let asked = questions.first?.name, asked.labels == record.name.labels, !asked.labels.isEmpty {
            bytes.append(bigEndian: 0xC000 | UInt16(DNSHeader.length))
        } else {
            bytes += record.name.encoded
        }
        bytes.append(bigEndian: record.type.rawValue)
        bytes.append(bigEndian: record.space)
        bytes.append(bigEndian: record.timeToLive)
        bytes.append(bigEndian: UInt16(clamping: record.data.count))
        bytes += record.data
    }
}
