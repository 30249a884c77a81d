package import Logs

/// Takes each line of the timing log as it happens, on the thread where it happens: it must return at once.
package typealias EventSink = @Sendable (TimingEvent) -> Void
