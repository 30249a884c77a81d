import Glibc

/// What a busy machine can spoil is made again after a while: three times at most.
enum Patience {
    /// Seconds before the second and the third attempt, and how many more may pass until the machine is calm: what keeps
    /// it busy may take as long.
    private static let pauses: [(seconds: UInt32, patience: Int)] = [(4, 20), (15, 60)]

    /// The first that nobody objects to; or the last, with what is wrong with it.
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

    /// What is wrong with each of several that programs measure side by side, if it still is after the others were right:
    /// `start` begins to measure one, `finish` waits for it and says what is wrong with it.
    ///
    /// For programs that know nothing of netlab, and that are kept from the processor themselves: who measures the right
    /// figure once has measured it.
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
