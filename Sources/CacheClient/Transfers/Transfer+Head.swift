internal import HTTP

/// What an answer says before its body comes.
extension Transfer {
    /// Keeps the fields of the answer that is being read: those of an interim answer before it do not count.
    func read(header line: UnsafeRawBufferPointer) {
        guard let first = line.first else { return }
        if first == UInt8(ascii: "H"), line.starts(with: "HTTP/".utf8) {
            fields = HTTPFields()
            statusSaid = Self.status(line)
            return
        }
        if first == 0x0D || first == 0x0A { return judgeLength() }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), fields.count < Self.mostFields else {
            return
        }
        // What comes after the body is no part of the head.
        guard incoming.bytes.isEmpty else { return }
        var (start, end) = (colon + 1, line.count)
        while start < end, line[start] == 0x20 || line[start] == 0x09 { start += 1 }
        while end > start, line[end - 1] <= 0x20 { end -= 1 }
        fields.append(line: line, name: colon, value: start..<end)
    }

    /// Of a status line: the number after its first space; 0 where there is none.
    private static func status(_ line: UnsafeRawBufferPointer) -> Int {
        let digits = line.drop { $0 != 0x20 }.dropFirst().prefix { (0x30...0x39).contains($0) }
        return Int(String(decoding: digits, as: UTF8.self)) ?? 0
    }

    /// At a head's end: what is said to be too large is not waited for.
    private func judgeLength() {
        guard incoming.bytes.isEmpty, statusSaid >= 200, statusSaid != 204, statusSaid != 304,
            let length = fields["Content-Length"].flatMap({ Int($0) }), length > room
        else { return }
        let limit = request.settings.maximumBodySize
        failure = FetchError(
            .tooLarge,
            "the body has \(length) bytes, and no more than \(limit) in all are allowed"
        )
    }

    /// What was here before, where the rest of it is what comes.
    var heldBefore: Int { statusSaid == 206 ? request.held : 0 }

    /// How many bytes may come.
    var room: Int { request.settings.maximumBodySize - heldBefore }
}
