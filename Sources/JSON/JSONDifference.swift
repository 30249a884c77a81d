/// A place at which two documents have different values.
package struct JSONDifference: Hashable, Sendable {
    /// As jq names it, such as `.transfers[0].ledger.payload`.
    package var path: String
    package var one: JSONValue
    package var other: JSONValue

    package init(path: String, one: JSONValue, other: JSONValue) {
        self.path = path
        self.one = one
        self.other = other
    }

    fileprivate func within(_ place: String) -> JSONDifference {
        JSONDifference(path: place + path, one: one, other: other)
    }
}

extension JSONValue {
    /// The places at which the other document has other values. Members that only one of them has are not
    /// compared, since versions add members; numbers may differ by rounding.
    package func differences(from other: JSONValue) -> [JSONDifference] {
        if self == other { return [] }
        switch (self, other) {
        case (.object(let members), .object):
            return members.flatMap { member in
                (other[member.key].map(member.value.differences) ?? []).map { $0.within(".\(member.key)") }
            }
        case (.array(let elements), .array(let others)) where elements.count == others.count:
            return elements.indices.flatMap { place in
                elements[place].differences(from: others[place]).map { $0.within("[\(place)]") }
            }
        default:
            return isRounded(other) ? [] : [JSONDifference(path: "", one: self, other: other)]
        }
    }

    /// True if both are numbers that differ by less than arithmetic on two machines may.
    private func isRounded(_ other: JSONValue) -> Bool {
        guard int64 == nil || other.int64 == nil, let one = number, let other = other.number else {
            return false
        }
        return abs(one - other) <= 1e-9 * max(abs(one), abs(other))
    }
}
