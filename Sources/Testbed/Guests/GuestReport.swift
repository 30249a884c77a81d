package import Runs
package import Wire

/// What is to be said of a bench when its guests have ended.
package struct GuestReport: Hashable, Sendable {
    /// What of netlab ended by itself, or could not be written.
    package var failures: [String]
    /// Packets that the line should have carried and did not.
    package var lostPackets: Int
    /// nil where no packet crossed the line.
    package var latenessP99: Nanoseconds?
    /// How often TLS failed at the origin, by what was wrong.
    package var failedSessions: [String: Int]
    /// Packets that the recorder missed; nil where there was none.
    package var captureDrops: Int?
    /// While the bench stood.
    package var shortage: ProcessorShortage
}
