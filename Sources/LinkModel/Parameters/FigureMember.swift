import Wire

/// A figure of an impairment, and how it is read from and written to the value that states the impairment.
struct FigureMember<Owner>: Sendable {
    typealias Presence = ImpairmentFigure.Presence
    typealias Value = ImpairmentFigure.Value
    typealias Path<Part> = any WritableKeyPath<Owner, Part> & Sendable

    private let key: String
    private let presence: Presence
    private let words: [String]
    private let phrase: String
    let get: @Sendable (Owner) -> Value
    let set: @Sendable (inout Owner, Value) -> Void

    private init<Part>(
        _ path: Path<Part>,
        _ key: String,
        _ phrase: String,
        _ presence: Presence = .required,
        words: [String] = [],
        value: @escaping @Sendable (Part) -> Value,
        part: @escaping @Sendable (Value) -> Part?
    ) {
        (self.key, self.presence, self.words, self.phrase) = (key, presence, words, phrase)
        get = { value($0[keyPath: path]) }
        set = { if let part = part($1) { $0[keyPath: path] = part } }
    }

    /// `blank` has the usual value.
    func figure(of blank: Owner) -> ImpairmentFigure {
        ImpairmentFigure(key: key, presence: presence, usual: get(blank), words: words, phrase: phrase)
    }

    static func time(_ path: Path<Nanoseconds>, _ key: String, _ phrase: String) -> Self {
        Self(path, key, phrase, value: Value.time) { if case .time(let time) = $0 { time } else { nil } }
    }

    static func rate(_ path: Path<Int64>, _ key: String, _ phrase: String) -> Self {
        Self(path, key, phrase, value: Value.rate) { if case .rate(let bps) = $0 { bps } else { nil } }
    }

    static func bytes(_ path: Path<Int>, _ key: String, _ phrase: String) -> Self {
        Self(path, key, phrase, value: Value.bytes) { if case .bytes(let bytes) = $0 { bytes } else { nil } }
    }

    static func count(_ path: Path<Int>, _ key: String, _ phrase: String) -> Self {
        Self(path, key, phrase, .optional, value: Value.count) {
            if case .count(let count) = $0 { count } else { nil }
        }
    }

    static func share(_ path: Path<Double>, _ phrase: String) -> Self {
        Self(path, "share", phrase, value: Value.share) {
            if case .share(let share) = $0 { share } else { nil }
        }
    }

    static func correlation(_ path: Path<Double>) -> Self {
        Self(path, "correlation", "correlation #", .optional, value: Value.correlation) {
            if case .correlation(let correlation) = $0 { correlation } else { nil }
        }
    }

    static func word<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
        _ path: Path<Choice>,
        _ key: String
    ) -> Self {
        Self(path, key, "#", .always, words: Choice.allCases.map(\.rawValue)) {
            .word($0.rawValue)
        } part: {
            if case .word(let word) = $0 { Choice(rawValue: word) } else { nil }
        }
    }
}
