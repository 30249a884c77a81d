import Glibc
import Synchronization
import TestSupport

/// A bundled scenario's run as it is, made once for all tests that only look at it.
///
/// The folders go when the tests' process ends.
enum BundledRun {
    private static let runs: Mutex<[String: TrustedRun]> = {
        atexit { BundledRun.forgetAll() }
        return Mutex([:])
    }()

    /// End-to-end tests run one after the other: nobody waits for the lock while a run is made.
    static func of(_ scenario: String) throws -> TrustedRun {
        if let run = runs.withLock({ $0[scenario] }) { return run }
        let run = try TrustedRun.of(scenario)
        runs.withLock { $0[scenario] = run }
        return run
    }

    private static func forgetAll() {
        runs.withLock { $0.removeAll() }
    }
}
