import Scenarios
import Wire

/// How a value is written in a scenario: what `text` says, `read` understands.
struct Notation<Value> {
    /// nil if the value is wrong, which is then reported under the title.
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
    static var word: Self { word(later: []) }

    /// Words in `later` are reported as not supported yet.
    static func word(later: [String]) -> Self {
        Self({ $0.choice($1, $2, later: later) }, { $0.rawValue })
    }
}

extension Notation<Double> {
    static var ratio: Self { Self({ $0.ratio($1, $2) }, { Quantity.text(ratio: $0) }) }

    static func decimal(in range: ClosedRange<Double>) -> Self {
        Self({ $0.decimal($1, $2, in: range) }, { Quantity.text(number: $0) })
    }
}

extension Notation<Bool> {
    static var flag: Self { words(true: "true", false: "false") }

    static func words(true yes: String, false no: String) -> Self {
        Self({ $0.word($1, $2, among: [yes, no]).map { $0 == yes } }, { $0 ? yes : no })
    }
}

extension Notation<String> {
    static var text: Self { quoted { $0.text($1, $2) } }

    static func quoted(_ read: @escaping (ValueReader, YAMLNode, String) -> String?) -> Self {
        Self(read, { $0.quotedForYAML })
    }
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

    /// One item, or a list of them; an empty list lacks what `need` says.
    static func list<Item>(
        _ item: Notation<Item>,
        _ need: String,
        most: (count: Int, noun: String) = (.max, "")
    ) -> Self where Value == [Item] {
        Self(
            { values, node, title in
                let items = node.items
                if items.isEmpty { values.log.report("`\(title)` is empty: \(need)", at: node.span) }
                guard items.count <= most.count else {
                    values.log.report("more than \(most.count) \(most.noun)", at: node.span)
                    return nil
                }
                let found = items.compactMap { item.read(values, $0, title) }
                return found.isEmpty || found.count < items.count ? nil : found
            },
            { "[\($0.compactMap(item.text).joined(separator: ", "))]" }
        )
    }

    /// What a place states for a setting of the origin; without `none`, if that means something else.
    static func stated<Part>(_ part: Notation<Part>, orNone: Bool = true) -> Self
    where Value == StatedValue<Part> {
        Self(
            { values, node, title in
                if orNone, node.scalar?.text == "none" { return .absent }
                return part.read(values, node, title).map { .value($0) }
            },
            { stated in
                switch stated {
                case .nothing: nil
                case .absent: "none"
                case .value(let value): part.text(value)
                }
            }
        )
    }
}

extension Notation where Value: Equatable {
    /// Leaves the key of the usual value out.
    func unless(_ usual: Value) -> Self {
        Self(read, { $0 == usual ? nil : text($0) })
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
                return base.changed(by: section)
            },
            { KeyWriter.mapping($0.fields) }
        )
    }
}
