/// The part of a resource that a message carries: `bytes 0-99/1234`.
package struct ContentRange: Hashable, Sendable, CustomStringConvertible {
    /// Never empty; nil if no part could be sent (416).
    package let part: Range<Int>?
    /// Length of the whole; nil if the sender does not know it.
    package let length: Int?

    package init(_ part: Range<Int>, of length: Int?) {
        self.part = part
        self.length = length
    }

    /// The value in a 416.
    package init(unsatisfiedOf length: Int) {
        part = nil
        self.length = length
    }

    package init?(_ fields: HTTPFields) {
        guard let value = fields.combined("Content-Range") else { return nil }
        self.init(parsing: value)
    }

    /// nil if the text is malformed, counts no bytes, or contradicts itself: then parts must not be combined.
    package init?(parsing value: String) {
        var scanner = FieldScanner(value)
        guard scanner.token()?.lowercased() == "bytes", scanner.take(" ") else { return nil }
        var part: Range<Int>?
        if !scanner.take("*") {
            guard let first = scanner.number(), scanner.take("-"), let last = scanner.number(), first <= last,
                last < .max
            else { return nil }
            part = first..<last + 1
        }
        guard scanner.take("/") else { return nil }
        var length: Int?
        if !scanner.take("*") {
            guard let number = scanner.number(), number < .max else { return nil }
            length = number
        }
        guard scanner.isAtEnd, part != nil || length != nil, (part?.upperBound ?? 0) <= length ?? .max else {
            return nil
        }
        self.part = part
        self.length = length
    }

    package var description: String {
        let place = part.map { "\($0.lowerBound)-\($0.upperBound - 1)" } ?? "*"
        return "bytes \(place)/\(length.map { "\($0)" } ?? "*")"
    }
}
