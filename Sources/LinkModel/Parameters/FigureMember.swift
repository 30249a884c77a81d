import Wire

/// A figure of an impairment, and how it is read from and written to the value that states the impairment.
struct FigureMember<Owner> {
    typealias Presence = ImpairmentFigure.Presence
    typealias Value = ImpairmentFigure.Value

    private let key: String
    private let presence: Presence
    private let words: [String]
    private let phrase: String
    let get: (Owner) -> Value
    let set: (inout Owner, Value) -> Void

    private init(
        _ key: String,
        _ presence: Presence,
        _ phrase: String,
        words: [String] = [],
        get: @escaping (Owner) -> Value,
        set: @escaping (inout Owner, Value) -> Void
    ) {
        (self.key, self.presence, self.words, self.phrase) = (key, presence, words, phrase)
        (self.get, self.set) = (get, set)
    }

    /// `blank` has the usual value.
    func figure(of blank: Owner) -> ImpairmentFigure {
        ImpairmentFigure(key: key, presence: presence, usual: get(blank), words: words, phrase: phrase)
    }

    static func time(_ path: WritableKeyPath<Owner, Nanoseconds>, _ key: String, _ phrase: String) -> Self {
        Self(key, .required, phrase) {
            .time($0[keyPath: path])
        } set: {
            if case .time(let time) = $1 { $0[keyPath: path] = time }
        }
    }

    static func rate(_ path: WritableKeyPath<Owner, Int64>, _ key: String, _ phrase: String) -> Self {
        Self(key, .required, phrase) {
            .rate($0[keyPath: path])
        } set: {
            if case .rate(let bps) = $1 { $0[keyPath: path] = bps }
        }
    }

    static func bytes(_ path: WritableKeyPath<Owner, Int>, _ key: String, _ phrase: String) -> Self {
        Self(key, .required, phrase) {
            .bytes($0[keyPath: path])
        } set: {
            if case .bytes(let bytes) = $1 { $0[keyPath: path] = bytes }
        }
    }

    static func count(_ path: WritableKeyPath<Owner, Int>, _ key: String, _ phrase: String) -> Self {
        Self(key, .optional, phrase) {
            .count($0[keyPath: path])
        } set: {
            if case .count(let count) = $1 { $0[keyPath: path] = count }
        }
    }

    static func share(_ path: WritableKeyPath<Owner, Double>, _ phrase: String) -> Self {
        Self("share", .required, phrase) {
            .share($0[keyPath: path])
        } set: {
            if case .share(let share) = $1 { $0[keyPath: path] = share }
        }
    }

    static func correlation(_ path: WritableKeyPath<Owner, Double>) -> Self {
        Self("correlation", .optional, "correlation #") {
            .correlation($0[keyPath: path])
        } set: {
            if case .correlation(let correlation) = $1 { $0[keyPath: path] = correlation }
        }
    }

    static func word<Choice: RawRepresentable<String> & CaseIterable>(
        _ path: WritableKeyPath<Owner, Choice>,
        _ key: String
    ) -> Self {
        Self(key, .told, "#", words: Choice.allCases.map(\.rawValue)) {
            .word($0[keyPath: path].rawValue)
        } set: {
            if case .word(let word) = $1, let choice = Choice(rawValue: word) { $0[keyPath: path] = choice }
        }
    }
}
