internal import CLinux
import Glibc

extension StreamSocket {
    /// Has the kernel take the front of a file's range by itself, and says how many bytes: 0 where it takes none now.
    /// A file that ends before the range does is an error: the bytes were promised.
    package func send(_ range: Range<Int>, of file: SharedFile) throws(SystemCallError) -> Int {
        var offset = off_t(range.lowerBound)
        do throws(SystemCallError) {
            let count = try systemCall("sendfile", on: "\(file.name) to \(peer)") {
                netlab_sendfile(raw, file.raw, &offset, range.count)
            }
            if count == 0, !range.isEmpty { throw SystemCallError("sendfile", on: file.name, errno: EIO) }
            return count
        } catch  where error.errno == EAGAIN {
            return 0
        }
    }

    /// Bytes handed over that the peer has not acknowledged yet; 0 where the connection is gone.
    package var unacknowledged: Int { Int(max(0, netlab_unacknowledged(raw))) }
}
