extension HTTPFields {
    /// Reads a received head's lines, each with its line end, and the empty line after them. Takes at most
    /// `limit` lines and skips lines without a colon. Bytes that would break out of their line become spaces.
    package init(head: consuming [UInt8], atMost limit: Int) {
        if let usual = Self.usualLines(head, from: 0, atMost: limit), usual.end + 2 == head.count {
            // Already in stored form, except for the empty line.
            head.removeLast(2)
            self.init(head, usual.lines, marks: usual.marks)
            return
        }
        self.init()
        for line in head.split(separator: HTTPText.lineFeed) where count < limit {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
            var (start, end) = (colon + 1, line.endIndex)
            while start < end, HTTPText.isBlank(line[start]) { start += 1 }
            while end > start, line[end - 1] <= HTTPText.space { end -= 1 }
            let (name, value) = (line[..<colon], line[start..<end])
            name.withUnsafeBytes { name in value.withUnsafeBytes { append(name: name, value: $0) } }
        }
    }

    /// The first value of that name as a number; nil if it has other characters than digits.
    package func number(_ name: String) -> Int? {
        valueBytes(name).flatMap(HTTPText.number)
    }
}
