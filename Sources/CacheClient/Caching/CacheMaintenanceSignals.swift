/// The sleep and the memory-shortage signal that a client's upkeep uses: the machine's, unless a test
/// replaces them.
package struct CacheMaintenanceSignals: Sendable {
    package var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// Throws if shortages are not reported.
    package var shortage: @Sendable () throws -> PressureRelief.Shortage = { try PressureRelief.ofMachine() }

    package init() {}
}
