import Scenarios
import Wire

extension ModificationDate: Keyed {
    static var blank: ModificationDate { ModificationDate(seconds: 0) }
    static var needed: [String] { ["at"] }

    mutating func visit(_ keys: inout some KeyVisitor) {
        keys.key("at", &seconds, .date)
        keys.key("skew", &skew, .optional(.seconds))
    }
}

extension Notation<ModificationDate> {
    /// A date alone, or how it advances.
    static var modified: Self {
        let whole = mapping()
        return Self(
            { values, node, title in
                guard node.entries == nil else { return whole.read(values, node, title) }
                return Notation<Int64>.date.read(values, node, title).map { ModificationDate(seconds: $0) }
            },
            { $0.skew == nil ? Notation<Int64>.date.text($0.seconds) : whole.text($0) }
        )
    }
}

extension Notation<ExpiryDate> {
    /// A date, or a time after the response.
    static var expiry: Self {
        Self(
            { values, node, title in
                if let text = node.scalar?.text, DateText.isDate(text) {
                    return Notation<Int64>.date.read(values, node, title).map { .at($0) }
                }
                return Notation<Int64>.seconds.read(values, node, title).map { .after($0) }
            },
            { expiry in
                switch expiry {
                case .after(let time): Notation<Int64>.seconds.text(time)
                case .at(let date): Notation<Int64>.date.text(date)
                }
            }
        )
    }
}

extension Notation<Int64> {
    /// A moment, in seconds since 1970.
    fileprivate static var date: Self {
        let wanted = "a date such as 2024-05-01 or 2024-05-01T12:00:00Z"
        return Self({ $0.value($1, $2, wanted, DateText.seconds) }, { DateText.text($0).quotedForYAML })
    }
}
