package import JSON
package import Scenarios

/// A figure of a result, or of a part of one: what documents call it, its unit, and how it is had.
///
/// A class, because a table is walked for each transfer: a copy of a row would count seven references.
package final class ResultFigure<Owner>: Sendable {
    package typealias Kind = ExpectationMetric.Kind
    package typealias Path<Value> = any KeyPath<Owner, Value> & Sendable
    package typealias WritablePath<Value> = any WritableKeyPath<Owner, Value> & Sendable

    /// Without its unit, such as `duration`.
    package let name: String
    package let kind: Kind
    /// In documents, such as `durationNs`.
    package let key: String
    package let traits: FigureTraits
    /// The words that it can be beside numbers; empty if it can be any word, or no word.
    package let words: [String]
    /// What a comparison of runs calls it; nil if they are not compared by it. Less is better.
    package let compared: String?
    package let get: @Sendable (Owner) -> JSONValue
    /// False if the value cannot be read; nil for what follows from other figures.
    private let set: (@Sendable (inout Owner, JSONValue) -> Bool)?

    private init(
        _ kind: Kind,
        _ name: String,
        key: String? = nil,
        _ traits: FigureTraits,
        words: [String] = [],
        compared: String? = nil,
        get: @escaping @Sendable (Owner) -> JSONValue,
        set: (@Sendable (inout Owner, JSONValue) -> Bool)? = nil
    ) {
        (self.name, self.kind, self.traits, self.get, self.set) = (name, kind, traits, get, set)
        (self.words, self.compared) = (words, compared)
        self.key = key ?? name + kind.suffix
    }

    package var isTime: Bool { kind == .time }
    package var isSize: Bool { kind == .bytes }

    /// False if it has to be there and is not.
    func read(_ json: JSONValue, into owner: inout Owner) -> Bool { set?(&owner, json) ?? true }

    /// A figure that its owner keeps.
    static func stored<Value: JSONReadable>(
        _ kind: Kind,
        _ name: String,
        key: String? = nil,
        _ path: WritablePath<Value>,
        _ traits: FigureTraits = [],
        words: [String] = [],
        compared: String? = nil
    ) -> ResultFigure {
        ResultFigure(kind, name, key: key, traits, words: words, compared: compared) {
            $0[keyPath: path].json
        } set: { owner, json in
            // Times are added up: those that no run can have count as unknown.
            guard let value = Value(json: kind == .time && json.time == nil ? .null : json) else {
                return false
            }
            owner[keyPath: path] = value
            return true
        }
    }

    /// What is no figure: the identity of its owner, or a part that has figures.
    static func member<Value: JSONReadable>(
        _ key: String,
        _ path: WritablePath<Value>,
        _ traits: FigureTraits = []
    ) -> ResultFigure {
        stored(.word, key, path, traits.union(.untested))
    }

    /// A figure that follows from others.
    static func derived(
        _ kind: Kind,
        _ name: String,
        _ path: Path<some JSONRepresentable>,
        _ traits: FigureTraits = .elsewhere,
        words: [String] = [],
        compared: String? = nil
    ) -> ResultFigure {
        ResultFigure(kind, name, traits, words: words, compared: compared) { $0[keyPath: path].json }
    }

    /// The same figure of a whole that may lack the part which has it.
    package func within<Whole>(
        _ name: String,
        _ traits: FigureTraits = [],
        part: @escaping @Sendable (Whole) -> Owner?
    ) -> ResultFigure<Whole> {
        ResultFigure<Whole>(kind, "\(name).\(self.name)", [self.traits, traits, .elsewhere], words: words) {
            [get] in part($0).map(get) ?? .null
        }
    }
}

extension ExpectationMetric.Kind {
    /// What the keys of such figures end with. Names of sizes say what they count.
    fileprivate var suffix: String {
        switch self {
        case .time: "Ns"
        case .rate: "Bps"
        case .bytes, .ratio, .number, .word: ""
        }
    }
}

extension Array {
    /// A member for each figure; unknown values are null.
    package func members<Owner>(of owner: Owner) -> [JSONValue.Member] where Element == ResultFigure<Owner> {
        map { JSONValue.Member(key: $0.key, value: $0.get(owner)) }
    }

    /// Takes the figures that are there. False if one that every owner has cannot be read.
    @discardableResult
    func read<Owner>(_ json: JSONValue, into owner: inout Owner) -> Bool
    where Element == ResultFigure<Owner> {
        var members: [JSONValue.Member] = []
        if case .object(let written) = json { members = written }
        var (next, isWhole) = (0, true)
        for figure in self {
            // Documents have the order of the table.
            let isNext = next < members.count && members[next].key == figure.key
            let place = isNext ? next : members.firstIndex { $0.key == figure.key }
            isWhole = figure.read(place.map { members[$0].value } ?? .null, into: &owner) && isWhole
            if let place { next = place + 1 }
        }
        return isWhole
    }
}
