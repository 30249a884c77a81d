extension HTTPFields {
    /// Of a head's lines that came, each with its end, and the empty one behind them: at most so many, and none that has no
    /// colon. What would break out of its line becomes a space.
    package init(head: consuming [UInt8], atMost limit: Int) {
        if let usual = Self.usualLines(head, from: 0, atMost: limit), usual.end + 2 == head.count {
            // As they are kept, but for the empty one.
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

    /// What the first value of that name says, where that is a number of digits alone.
    package func number(_ name: String) -> Int? {
        valueBytes(name).flatMap(HTTPText.number)
    }
}
