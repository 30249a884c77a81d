package import Runs
package import Wire

/// Summary of a bench after its guests have ended.
package struct GuestSummary: Hashable, Sendable {
    /// Parts of netlab that ended by themselves, and files that could not be written.
    package var failures: [String]
    /// Packets that the line should have delivered but did not.
    package var lostPackets: Int
    /// nil if no packet crossed the line.
    package var latenessP99: Nanoseconds?
    /// TLS failures at the origin, counted by reason.
    package var failedSessions: [String: Int]
    /// Why browsers did not trust the origin, each a sentence without a full stop.
    package var browserObjections: [String] = []
    /// Packets that the recorder missed; nil without a recorder.
    package var captureDrops: Int?
    /// Shortage during the lifetime of the bench.
    package var shortage: ProcessorShortage
}
