/// Which half of an exchange waits at a breakpoint.
package enum BreakpointPhase: String, Hashable, Sendable, CaseIterable {
    case request, response
}
