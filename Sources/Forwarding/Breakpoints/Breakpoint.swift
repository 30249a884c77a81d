/// Holds requests, responses or both until the user lets them go on.
package struct Breakpoint: Hashable, Sendable {
    package let pattern: BreakpointPattern
    package let phases: Set<BreakpointPhase>

    package init(_ pattern: BreakpointPattern, _ phases: Set<BreakpointPhase>) {
        self.pattern = pattern
        self.phases = phases
    }
}
