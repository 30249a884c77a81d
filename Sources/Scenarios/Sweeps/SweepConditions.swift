/// What all cells of a sweep are run under. It is pinned: a cell that cannot have it fails, and never falls back to
/// something else.
package struct SweepConditions: Hashable, Sendable {
    /// How bytes cross the line.
    package enum Line: String, Hashable, Sendable, CaseIterable {
        case packet, stream
    }

    /// `.automatic` is none of them.
    package enum Clock: String, Hashable, Sendable, CaseIterable {
        case real, virtual
    }

    package var clock: Clock
    /// The guest kernel's version, for virtual time; nil for the newest where the sweep is planned.
    package var kernel: String?
    package var line: Line

    package init(clock: Clock = .virtual, kernel: String? = nil, line: Line = .packet) {
        self.clock = clock
        self.kernel = kernel
        self.line = line
    }
}
