package import Wire

/// A value that is written as JSON and read back.
package protocol JSONReadable: JSONRepresentable {
    /// nil if the value cannot be read.
    init?(json: JSONValue)
}

extension Bool: JSONReadable {
    package init?(json: JSONValue) {
        guard let flag = json.flag else { return nil }
        self = flag
    }
}

extension Int: JSONReadable {}
extension Int64: JSONReadable {}
extension UInt16: JSONReadable {}

extension UInt64: JSONReadable {
    package init?(json: JSONValue) {
        guard let number = json.uint64 else { return nil }
        self = number
    }
}

extension JSONReadable where Self: FixedWidthInteger {
    package init?(json: JSONValue) {
        guard let number = json.int64 else { return nil }
        self.init(exactly: number)
    }
}

extension Double: JSONReadable {
    package init?(json: JSONValue) {
        guard let number = json.number else { return nil }
        self = number
    }
}

extension String: JSONReadable {
    package init?(json: JSONValue) {
        guard let text = json.text else { return nil }
        self = text
    }
}

extension Instant: JSONReadable {
    package init?(json: JSONValue) {
        guard let instant = json.instant else { return nil }
        self = instant
    }
}

extension JSONReadable where Self: RawRepresentable<String> {
    package var json: JSONValue { .string(rawValue) }

    package init?(json: JSONValue) {
        guard let text = json.text else { return nil }
        self.init(rawValue: text)
    }
}

extension Optional: JSONReadable where Wrapped: JSONReadable {
    /// A value that cannot be read is nil, as null is. This never fails, but is declared as failable: from one that is
    /// not, the compiler takes nil for a failure.
    package init?(json: JSONValue) { self = Wrapped(json: json) }
}

extension Array: JSONReadable where Element: JSONReadable {
    /// Leaves out what cannot be read.
    package init(json: JSONValue) { self = json.elements.compactMap(Element.init(json:)) }
}
