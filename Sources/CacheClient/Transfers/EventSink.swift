package import Logs

/// Receives each event of the timing log on the thread where it happens; it must return at once.
package typealias EventSink = @Sendable (TimingEvent) -> Void
