/// The clock of a run.
package enum ClockChoice: String, Hashable, Sendable, CaseIterable {
    /// The machine's clock if the machine is calm and allows what the line needs; else virtual time, if there
    /// is a guest kernel.
    case automatic = "auto"
    case real
    case virtual
}
