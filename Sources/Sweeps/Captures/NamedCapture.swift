import LinuxIO
import TLS

/// A capture file by its path, and by what decides its rows.
package struct NamedCapture: Hashable, Sendable {
    /// Bytes of the file's beginning, and of its end, that tell it from others. Two captures differ there in the stamps of
    /// their packets.
    private static let endBytes = 64 << 10
    private static let digits = 24

    /// Without links, and from the root, so that the file has the same name wherever it is named.
    package let path: String
    package let bytes: Int
    /// A hash of netlab's version, the options that matter, and the file: its size, when it was changed, and its ends. Not
    /// of all its bytes, since what is done is not to be read again. Empty if the file cannot be read.
    package let identity: String

    /// Throws if there is no such file.
    package init(_ path: String, netlab: String, options: [String]) throws(SweepError) {
        do throws(SystemCallError) {
            self.path = try Folder.real(path)
        } catch {
            throw SweepError(error.reason)
        }
        // A pipe can be read only once, and opening one may wait for ever.
        guard let status = FileStatus(self.path), status.isRegular else {
            throw SweepError("this is not a file, so it could not be recognised later")
        }
        bytes = status.size
        guard let file = try? SharedFile(self.path),
            let front = try? file.bytes(in: 0..<min(bytes, Self.endBytes)),
            let back = try? file.bytes(in: max(0, bytes - Self.endBytes)..<bytes)
        else {
            identity = ""
            return
        }
        let words = ["netlab \(netlab)"] + options + ["\(bytes) bytes", "changed \(status.modified)"]
        let text = Array(words.joined(separator: "\n").utf8) + front + back
        identity = String(Digest.sha256.text(of: text).prefix(Self.digits))
    }

    /// The name of its shard, of its path alone: a file that was changed gets the same one.
    var key: String { String(Digest.sha256.text(of: Array(path.utf8)).prefix(Self.digits)) }
}
