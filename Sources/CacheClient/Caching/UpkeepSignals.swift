/// Whose sleep, and whose word of a shortage of memory, a client's upkeep goes by: the machine's, unless a test has its own.
package struct UpkeepSignals: Sendable {
    package var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// Throws where nobody tells.
    package var shortage: @Sendable () throws -> PressureRelief.Shortage = { try PressureRelief.ofMachine() }

    package init() {}
}
