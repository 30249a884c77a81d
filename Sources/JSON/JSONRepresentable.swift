package import Wire

/// A value that can be written as JSON. A missing optional is written as null: keys are never left out.
package protocol JSONRepresentable: SendableMetatype {
    var json: JSONValue { get }
}

extension JSONValue: JSONRepresentable {
    package var json: JSONValue { self }
}

extension Bool: JSONRepresentable {
    package var json: JSONValue { .bool(self) }
}

extension Int: JSONRepresentable {
    package var json: JSONValue { .integer(Int64(self)) }
}

extension Int64: JSONRepresentable {
    package var json: JSONValue { .integer(self) }
}

extension UInt16: JSONRepresentable {
    package var json: JSONValue { .integer(Int64(self)) }
}

extension UInt64: JSONRepresentable {
    package var json: JSONValue { Int64(exactly: self).map(JSONValue.integer) ?? .unsigned(self) }
}

extension Double: JSONRepresentable {
    package var json: JSONValue { .double(self) }
}

extension String: JSONRepresentable {
    package var json: JSONValue { .string(self) }
}

extension Instant: JSONRepresentable {
    /// Nanoseconds from the run's start.
    package var json: JSONValue { .integer(nanoseconds) }
}

extension Optional: JSONRepresentable where Wrapped: JSONRepresentable {
    package var json: JSONValue { self?.json ?? .null }
}

extension Array: JSONRepresentable where Element: JSONRepresentable {
    package var json: JSONValue { .array(map(\.json)) }
}
