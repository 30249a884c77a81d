/// By which clock something is to run.
package enum ClockChoice: String, Hashable, Sendable, CaseIterable {
    /// By the machine's, where it is calm and allows what a line needs; else in virtual time, where there is a guest kernel.
    case automatic = "auto"
    case real
    case virtual
}
