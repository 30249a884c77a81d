package import BenchmarkArguments
package import Experiments
package import Reports

/// What a phone behind the line gets: speed, added time, exactness and memory, with `wireguard-go` as the phone.
package struct PhoneBenchmark {
    private let context: BenchmarkContext
    private let rounds: Int
    private let parts: Set<PhonePart>

    package init(_ context: BenchmarkContext, rounds: Int, parts: Set<PhonePart>) {
        self.context = context
        self.rounds = rounds
        self.parts = parts
    }

    /// nil if interrupted.
    package func rows() throws(ExperimentError) -> [BenchRow]? {
        defer { context.clearProgress() }
        return try context.alone("a phone") { session in
            var rows: [BenchRow] = []
            for part in PhonePart.allCases where parts.contains(part) {
                context.showProgress("phone: \(part.rawValue)")
                rows += try measured(part)
                if session.isInterrupted { return nil }
            }
            return rows
        }
    }

    private func measured(_ part: PhonePart) throws -> [BenchRow] {
        switch part {
        case .speed: try PhoneSpeed.rows(PhoneScene(), rounds: rounds)
        case .trips: try PhoneTrips.rows(PhoneScene())
        case .theory: try PhoneTheory.rows(PhoneScene())
        case .page: try PhonePage.rows(rounds: rounds)
        case .memory: try PhoneMemory.rows(PhoneScene())
        }
    }
}
