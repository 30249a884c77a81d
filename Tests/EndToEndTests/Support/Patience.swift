import Glibc

/// Repeats what a busy machine can spoil after a while, up to three times.
enum Patience {
    /// Seconds before the second and third attempt, and the maximum additional wait for a calm machine, which
    /// may be busy for that long.
    private static let pauses: [(seconds: UInt32, patience: Int)] = [(4, 20), (15, 60)]

    /// The first attempt without an objection, or the last with its objection.
    static func attempt<Value>(
        _ name: String,
        _ make: () throws -> Value,
        objection: (Value) throws -> String?
    ) throws -> (value: Value, objection: String?) {
        for pause in pauses {
            let value = try make()
            guard let why = try objection(value) else { return (value, nil) }
            print("\(name): once more, as \(why)")
            sleep(pause.seconds)
            CalmMachine.wait(atMost: .seconds(pause.patience))
        }
        let last = try make()
        return (last, try objection(last))
    }

    /// Measures several subjects in parallel by programs; `start` begins one measurement, `finish` waits for
    /// it and returns its objection. Returns the objections that remain after repeating the subjects that
    /// failed.
    ///
    /// For programs other than netlab, which have no precedence themselves: one correct measurement is
    /// enough.
    static func measure<Subject, Measurement>(
        _ subjects: [Subject],
        start: (Subject) throws -> Measurement,
        finish: (Measurement) throws -> String?
    ) throws -> [String] {
        var left = subjects
        let wrong = try attempt("\(subjects)") {
            let measurements = try left.map { try start($0) }
            let found = try measurements.map { try finish($0) }
            left = zip(left, found).filter { $1 != nil }.map(\.0)
            return found.compactMap { $0 }
        } objection: {
            $0.isEmpty ? nil : "\($0)"
        }
        return wrong.value
    }
}
