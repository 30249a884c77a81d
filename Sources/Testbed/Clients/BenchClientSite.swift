package import LinuxIO
package import Logs

/// What a client is given of the bench that it stands on.
package struct BenchClientSite: Sendable {
    /// How it reaches the origin.
    package var route: OriginRoute
    /// Where it may keep things; removed after the run.
    package var folder: String
    package var clock: RunClock
    /// What its dates go by.
    package var calendar: Calendar
    /// To be told of every event of a transfer, from whatever thread; it returns when that may go on.
    package var note: @Sendable (TimingEvent) -> Void
}
