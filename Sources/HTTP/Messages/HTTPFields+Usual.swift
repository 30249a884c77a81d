extension HTTPFields {
    /// Reads a head's lines up to the empty one in one pass, and returns where that ends. nil if they are
    /// incomplete or one of them is not spelt as it is stored.
    static func usual(
        _ source: [UInt8],
        from start: Int,
        atMost limit: Int
    ) -> (fields: HTTPFields, end: Int)? {
        guard let usual = usualLines(source, from: start, atMost: limit) else { return nil }
        return (HTTPFields(Array(source[start..<usual.end]), usual.lines, marks: usual.marks), usual.end + 2)
    }

    /// Their ranges, counted from `start`, a bit for every name, and where the empty line begins.
    static func usualLines(
        _ source: [UInt8],
        from start: Int,
        atMost limit: Int
    ) -> (lines: [Line], marks: UInt64, end: Int)? {
        let span = source.span
        var lines: [Line] = []
        lines.reserveCapacity(usualCount)
        var marks: UInt64 = 0
        var next = start
        while next + 2 <= span.count, span[next] != HTTPText.carriageReturn {
            guard lines.count < limit, let line = usualLine(source, from: next) else { return nil }
            marks |= mark(span[next], line.colon - next)
            lines.append(
                Line(
                    name: next - start..<line.colon - start,
                    value: line.colon + 2 - start..<line.end - start
                )
            )
            next = line.end + 2
        }
        guard next + 2 <= span.count, span[next + 1] == HTTPText.lineFeed else { return nil }
        return (lines, marks, next)
    }

    /// For the line that begins there: where its colon is, and where its value ends.
    private static func usualLine(_ source: [UInt8], from start: Int) -> (colon: Int, end: Int)? {
        let (span, token) = (source.span, ASCIISet.token)
        var colon = start
        while colon < span.count, token.contains(span[colon]) { colon += 1 }
        let first = colon + 2
        guard colon > start, first < span.count, span[colon] == UInt8(ascii: ":"),
            span[colon + 1] == HTTPText.space
        else { return nil }
        let end = HTTPText.endOfPlain(source, from: first, least: HTTPText.space)
        guard end > first, end + 2 <= span.count, span[end] == HTTPText.carriageReturn,
            span[end + 1] == HTTPText.lineFeed, span[first] != HTTPText.space,
            span[end - 1] != HTTPText.space
        else { return nil }
        return (colon, end)
    }
}
