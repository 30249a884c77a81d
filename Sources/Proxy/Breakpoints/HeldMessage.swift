package import Forwarding
package import Wire

/// A message that waits at a breakpoint, as it is told.
package struct HeldMessage: Hashable, Sendable {
    /// From 1; never used twice.
    package let id: Int
    /// The exchange's.
    package let number: Int
    package let phase: BreakpointPhase
    /// As it goes to its server.
    package let method: String
    package let url: String
    /// nil for a request.
    package let status: Int?
    /// When it began to wait, in nanoseconds since 1970.
    package let since: Int64
    package let waiting: Nanoseconds
    /// Of the body as it came.
    package let bodyBytes: Int
    /// False if the body is no text, which the message as a text leaves out.
    package let showsBody: Bool
}
