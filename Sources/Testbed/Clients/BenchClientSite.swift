package import LinuxIO
package import Logs

/// What the bench provides to its client.
package struct BenchClientSite: Sendable {
    /// How the client reaches the origin.
    package var route: OriginRoute
    /// Folder for the client's files; removed after the run.
    package var folder: String
    package var clock: RunClock
    /// Calendar for the client's dates.
    package var calendar: Calendar
    /// Receives every event of a transfer, on any thread. The transfer may continue when it returns.
    package var note: @Sendable (TimingEvent) -> Void
}
