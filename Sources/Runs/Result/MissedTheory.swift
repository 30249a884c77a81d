package import Wire

/// Transfers that took another time than theory says, though it leaves nothing out.
package struct MissedTheory: Hashable, Sendable {
    package var transfers: Int
    /// The one furthest off.
    package let file: String
    package let step: String
    /// Without what the emulation itself took.
    package let measured: Nanoseconds
    package let theory: Nanoseconds

    package init(transfers: Int, file: String, step: String, measured: Nanoseconds, theory: Nanoseconds) {
        self.transfers = transfers
        self.file = file
        self.step = step
        self.measured = measured
        self.theory = theory
    }

    /// As a share of what theory says.
    package var deviation: Double { Double(measured - theory) / Double(max(1, theory)) }
}
