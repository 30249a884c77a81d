import Glibc
import Synchronization
import TestSupport

/// A bundled scenario's run as it is, made once for all tests that only look at it.
///
/// The folders go when the tests' process ends.
enum BundledRun {
    private static let runs: Mutex<[String: MeasuredRun]> = {
        atexit { BundledRun.forgetAll() }
        return Mutex([:])
    }()

    /// End-to-end tests run one after the other: nobody waits for the lock while a run is made. What was made for one that
    /// judges no times may not be good enough for the next.
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
