import TestSupport
import Testing

/// Checks what a run expects apart from times, which depend on the machine: `times` of its expectations are times, and
/// these are checked only if the run can be trusted.
func expectAllButTimes(_ result: ResultDocument, times: Int = 0) {
    let expectations = result.expectations
    #expect(expectations.count > times)
    #expect(expectations.allSatisfy { $0.held != false }, "\(expectations.filter { $0.held == false })")
    #expect(expectations.count { $0.held == nil } <= times, "\(expectations.filter { $0.held == nil })")
    #expect(result.outcome == (result.emulation.trusted ? "ok" : "untrusted"))
}

/// The same for a program that made one run and ended with the run's status.
func expectAllButTimes(_ run: MeasuredRun, times: Int = 0) {
    expectAllButTimes(run.result, times: times)
    expectStatus(run)
}

/// Checks the status of a run in which nothing failed.
func expectStatus(_ run: MeasuredRun) {
    #expect(run.output.status == (run.result.emulation.trusted ? 0 : 3), "\(run.output.errors)")
}
