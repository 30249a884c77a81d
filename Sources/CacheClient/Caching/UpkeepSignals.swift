package import LinuxIO

/// Whose sleep, and whose word of a shortage of memory, a client's upkeep goes by: the machine's, unless a test has its own.
package struct UpkeepSignals: Sendable {
    package var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    package var shortage: @Sendable () throws(SystemCallError) -> PressureRelief.Shortage = {
        () throws(SystemCallError) in try PressureRelief.ofMachine()
    }

    package init() {}
}
