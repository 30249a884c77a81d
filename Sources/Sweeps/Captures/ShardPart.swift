package import Inspection
import JSON
import LinuxIO

/// A capture's shard under way, which takes its place when it is whole.
package struct ShardPart {
    /// What the row of a capture says whose reader is at work, or was killed.
    package static let begun = "reading it began but did not finish"

    private let capture: NamedCapture
    private let part: String
    private let place: String

    init(of capture: NamedCapture, _ part: String, becoming place: String) throws(SweepError) {
        self.capture = capture
        self.part = part
        self.place = place
        do throws(SystemCallError) {
            try Folder.make(String(place[..<(place.lastIndex(of: "/") ?? place.endIndex)]), mode: 0o700)
        } catch {
            throw SweepError("the folder for the rows of \(capture.path) cannot be created", error)
        }
    }

    /// Says in the capture's place why it has no rows. A reader does so before it begins: a capture whose reader is killed
    /// must not be forgotten.
    package func fail(_ failure: String, netlab: String) throws(SweepError) {
        try write { rows throws(SweepError) in
            try rows.append(CaptureRows.failed(capture, netlab: netlab, failure))
        }
    }

    /// Writes all rows of the capture.
    package func finish(_ inspection: CaptureInspection, netlab: String) throws(SweepError) {
        try write { rows throws(SweepError) in
            try CaptureRows(capture, netlab: netlab, inspection).write { piece throws(SweepError) in
                try rows.append(piece)
            }
        }
    }

    private func write(_ fill: (inout TableWriting) throws(SweepError) -> Void) throws(SweepError) {
        var table = try TableWriting(
            to: place,
            by: part,
            isPacked: true,
            holding: "the rows of \(capture.path)"
        )
        do throws(SweepError) {
            try fill(&table)
            try table.finish()
        } catch {
            WholeFile.remove(part)
            throw error
        }
    }
}
