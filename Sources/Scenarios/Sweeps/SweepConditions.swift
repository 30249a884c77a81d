package import LinkModel
package import Wire

/// What all cells of a sweep are run under. It is pinned: a cell that cannot have it fails, and never falls back to
/// something else.
package struct SweepConditions: Hashable, Sendable {
    package var clock: ClockKind
    /// The guest kernel's version, for virtual time; nil for the newest where the sweep is planned.
    package var kernel: String?
    package var line: LinkMode

    package init(clock: ClockKind = .virtual, kernel: String? = nil, line: LinkMode = .packet) {
        self.clock = clock
        self.kernel = kernel
        self.line = line
    }
}
