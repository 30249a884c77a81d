import Archives
import JSON
import LinuxIO

/// A proxy's session on disk: an HTTP archive that is complete after every write. It belongs to one thread.
final class SessionFile {
    private var file: TailedFile
    private var isEmpty = true

    /// Replaces an earlier file of that name.
    init(_ path: String) throws(SystemCallError) {
        file = try TailedFile(
            path: path,
            opening: ArchiveFrame.opening(comment: "recorded by netlab proxy", began: RunClock.wall()),
            closing: ArchiveFrame.closing
        )
    }

    func append(_ exchanges: [LoggedExchange]) throws(SystemCallError) {
        var text: [UInt8] = []
        for entry in exchanges.compactMap(\.archived) {
            if !isEmpty { text += Array(ArchiveFrame.separator.utf8) }
            text += Array(entry.json.line.utf8)
            isEmpty = false
        }
        if !text.isEmpty { try file.append(text) }
    }
}
