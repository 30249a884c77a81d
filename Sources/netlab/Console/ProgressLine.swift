import Figures
import Testbed

/// The text of the line that is redrawn during a run.
enum ProgressLine {
    private static let width = 24

    static func text(_ progress: RunProgress) -> String {
        let share = progress.bytesInAll > 0 ? Double(progress.bytes) / Double(progress.bytesInAll) : 0
        let filled = min(width, max(0, Int(share * Double(width))))
        let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled)
        let bytes = "\(ByteFormat.text(progress.bytes)) of \(ByteFormat.text(progress.bytesInAll))"
        return
            "\(progress.step) [\(bar)] \(bytes), \(progress.transfersDone) of \(progress.transfersInAll) done"
    }
}
