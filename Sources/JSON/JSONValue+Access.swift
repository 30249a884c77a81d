package import Wire

/// Typed access to a value. Each property is nil if the value has another type.
extension JSONValue {
    package var int64: Int64? {
        if case .integer(let value) = self { value } else { nil }
    }

    package var int: Int? { int64.flatMap(Int.init(exactly:)) }

    package var uint64: UInt64? {
        if case .unsigned(let value) = self { return value }
        return int64.flatMap(UInt64.init(exactly:))
    }

    package var number: Double? {
        if case .double(let value) = self { return value }
        return int64.map(Double.init)
    }

    package var text: String? {
        if case .string(let value) = self { value } else { nil }
    }

    package var flag: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// Nanoseconds that are safe to add up by the thousand: nil beyond 13 days in either direction, which no
    /// run lasts.
    package var time: Nanoseconds? { int64.flatMap { $0.magnitude <= 1 << 50 ? $0 : nil } }

    /// Nanoseconds from the run's start.
    package var instant: Instant? { time.map(Instant.init(nanoseconds:)) }

    /// Empty if the value is not an array.
    package var elements: [JSONValue] {
        if case .array(let values) = self { values } else { [] }
    }
}
