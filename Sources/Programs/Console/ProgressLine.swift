import Figures
import Testbed
import Wire

/// The text of the line that is redrawn during a run.
enum ProgressLine {
    private static let width = 24
    /// A rate over less time says little.
    private static let soonest: Nanoseconds = 300_000_000

    static func text(_ progress: RunProgress) -> String {
        let share = progress.bytesInAll > 0 ? Double(progress.bytes) / Double(progress.bytesInAll) : 0
        let filled = min(width, max(0, Int(share * Double(width))))
        let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled)
        let bytes = "\(ByteFormat.text(progress.bytes)) of \(ByteFormat.text(progress.bytesInAll))"
        return
            "\(progress.step) [\(bar)] \(bytes), \(progress.transfersDone) of \(progress.transfersInAll) done"
            + pace(progress)
    }

    /// The rate since the step's start, and the time left at that rate; empty until it can be told.
    private static func pace(_ progress: RunProgress) -> String {
        guard progress.bytes > 0, progress.elapsed >= soonest else { return "" }
        let seconds = Double(progress.elapsed) / 1e9
        let rate = Double(progress.bytes) / seconds
        let text = ", \(RateFormat.text(Int64(min(rate * 8, 1e15))))"
        let left = Double(progress.bytesInAll - progress.bytes) / rate
        guard left > 0 else { return text }
        return text + ", \(DurationFormat.text(Nanoseconds(left.rounded(.up) * 1e9))) left"
    }
}
