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

    private init<Part>(
        _ path: WritableKeyPath<Owner, Part>,
        _ key: String,
        _ phrase: String,
        _ presence: Presence = .required,
        words: [String] = [],
        value: @escaping (Part) -> Value,
        part: @escaping (Value) -> Part?
    ) {
        (self.key, self.presence, self.words, self.phrase) = (key, presence, words, phrase)
        get = { value($0[keyPath: path]) }
        set = { if let part = part($1) { $0[keyPath: path] = part } }
    }

    /// `blank` has the usual value.
    func figure(of blank: Owner) -> ImpairmentFigure {
        ImpairmentFigure(key: key, presence: presence, usual: get(blank), words: words, phrase: phrase)
    }

    static func time(_ path: WritableKeyPath<Owner, Nanoseconds>, _ key: String, _ phrase: String) -> Self {
        Self(path, key, phrase, value: Value.time) { if case .time(let time) = $0 { time } else { nil } }
    }

    static func rate(_ path: WritableKeyPath<Owner, Int64>, _ key: String, _ phrase: String) -> Self {
        Self(path, key, phrase, value: Value.rate) { if case .rate(let bps) = $0 { bps } else { nil } }
    }

    static func bytes(_ path: WritableKeyPath<Owner, Int>, _ key: String, _ phrase: String) -> Self {
        Self(path, key, phrase, value: Value.bytes) { if case .bytes(let bytes) = $0 { bytes } else { nil } }
    }

    static func count(_ path: WritableKeyPath<Owner, Int>, _ key: String, _ phrase: String) -> Self {
        Self(path, key, phrase, .optional, value: Value.count) {
            if case .count(let count) = $0 { count } else { nil }
        }
    }

    static func share(_ path: WritableKeyPath<Owner, Double>, _ phrase: String) -> Self {
        Self(path, "share", phrase, value: Value.share) {
            if case .share(let share) = $0 { share } else { nil }
        }
    }

    static func correlation(_ path: WritableKeyPath<Owner, Double>) -> Self {
        Self(path, "correlation", "correlation #", .optional, value: Value.correlation) {
            if case .correlation(let correlation) = $0 { correlation } else { nil }
        }
    }

    static func word<Choice: RawRepresentable<String> & CaseIterable>(
        _ path: WritableKeyPath<Owner, Choice>,
        _ key: String
    ) -> Self {
        Self(path, key, "#", .told, words: Choice.allCases.map(\.rawValue)) {
            .word($0.rawValue)
        } part: {
            if case .word(let word) = $0 { Choice(rawValue: word) } else { nil }
        }
    }
}
