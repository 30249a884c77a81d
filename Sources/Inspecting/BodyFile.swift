import Inspection
import LinuxIO
import Wire

/// One body while it is written to a file, which is created with the first bytes.
final class BodyFile: BodySink {
    /// Bytes collected for one write.
    private static let burst = 1 << 16

    private let folder: BodyFolder
    private let path: String
    private var pending: [UInt8] = []
    private var hasBegun = false

    init(_ folder: BodyFolder, path: String) {
        self.folder = folder
        self.path = path
    }

    func receive(_ content: RawSpan) {
        pending.append(copying: content)
        if pending.count >= Self.burst { write() }
    }

    /// A body with a gap is written without the missing bytes.
    func skip() {}

    func finish() {
        if !pending.isEmpty { write() }
        if hasBegun { folder.count() }
    }

    /// The file is open only during writes, since thousands of bodies may be under way.
    private func write() {
        guard folder.failure == nil else {
            pending = []
            return
        }
        do throws(SystemCallError) {
            try WholeFile.append(path, pending)
            hasBegun = true
        } catch {
            folder.fail(error)
        }
        pending.removeAll(keepingCapacity: true)
    }
}
