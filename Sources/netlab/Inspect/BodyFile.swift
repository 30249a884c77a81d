import Inspection
import LinuxIO
import Wire

/// One body on its way into a file, which is made with the first bytes.
final class BodyFile: BodySink {
    /// Bytes gathered for one write.
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

    /// A body with a hole is written as far as it is there.
    func skip() {}

    func finish() {
        if !pending.isEmpty { write() }
        if hasBegun { folder.count() }
    }

    /// A file is open only while it is written to: thousands of bodies may be under way.
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
