import Glibc
import Synchronization
import TestSupport

/// A bundled scenario's unmodified run, made once for all tests that only read it.
///
/// The folders are removed when the tests' process ends.
enum BundledRun {
    private static let runs: Mutex<[String: MeasuredRun]> = {
        atexit { BundledRun.forgetAll() }
        return Mutex([:])
    }()

    /// End-to-end tests run one after the other, so nothing waits for the lock during a run. A run made for a
    /// test that judges no times may not be good enough for another.
    static func of(_ scenario: String, agreeing: Bool = true) throws -> MeasuredRun {
        if let run = runs.withLock({ $0[scenario] }), !agreeing || run.result.witnessesAgree { return run }
        let run = try MeasuredRun.trusted(scenario, agreeing: agreeing)
        runs.withLock { $0[scenario] = run }
        return run
    }

    private static func forgetAll() {
        runs.withLock { $0.removeAll() }
    }
}
