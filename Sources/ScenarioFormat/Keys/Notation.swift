import Scenarios
import Wire

/// How a value is written in a scenario, in both directions.
struct Notation<Value> {
    /// nil if the value is wrong, which is reported by the title then.
    let read: (_ values: ValueReader, _ node: YAMLNode, _ title: String) -> Value?
    /// nil if the value's key is left out.
    let text: (Value) -> String?

    init(_ read: @escaping (ValueReader, YAMLNode, String) -> Value?, _ text: @escaping (Value) -> String?) {
        (self.read, self.text) = (read, text)
    }

}

// MARK: Single values

extension Notation<Int64> {
    static func duration(in range: ClosedRange<Nanoseconds>) -> Self { amount(.duration, in: range) }

    static func amount(_ kind: QuantityKind, in range: ClosedRange<Int64>) -> Self {
        Self({ $0.amount($1, $2, kind, in: range) }, kind.text)
    }
}

extension Notation<Int> {
    static func bytes(in range: ClosedRange<Int64>) -> Self {
        Self({ $0.amount($1, $2, .bytes, in: range).map { Int($0) } }, { Quantity.text(bytes: $0) })
    }

    static func count(in range: ClosedRange<Int64>) -> Self {
        Self({ $0.integer($1, $2, in: range).map { Int($0) } }, { "\($0)" })
    }
}

extension Notation where Value: RawRepresentable<String> & CaseIterable {
    static var word: Self { Self({ $0.choice($1, $2) }, { $0.rawValue }) }
}

// MARK: Composed values

extension Notation {
    /// The key is left out for nil.
    static func optional<Part>(_ part: Notation<Part>) -> Self where Value == Part? {
        Self({ part.read($0, $1, $2).map { .some($0) } }, { $0.flatMap(part.text) })
    }

    /// The part, or the word `unlimited` for nil.
    static func unlimited<Part>(or part: Notation<Part>) -> Self where Value == Part? {
        let part = optional(part)
        return Self(
            { $1.scalar?.text == "unlimited" ? .some(nil) : part.read($0, $1, $2) },
            { part.text($0) ?? "unlimited" }
        )
    }
}

extension Notation where Value: Keyed {
    /// A mapping; what it leaves out is as in `base`. A `title` takes the place of the key's in diagnostics.
    static func mapping(over base: Value = .blank, titled title: String? = nil) -> Self {
        Self(
            { values, node, key in
                guard let section = Section(node, title ?? key, keys: Value.keys, values: values),
                    section.require(Value.needed)
                else { return nil }
                var value = base
                value.read(section)
                return value
            },
            { KeyWriter.mapping($0.fields) }
        )
    }
}
