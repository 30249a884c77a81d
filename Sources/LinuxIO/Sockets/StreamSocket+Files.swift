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

    /// Hands over text and the front of a file's range behind it as if they were one, cut into whole segments up to the last.
    /// For long ranges: it takes two more calls than the one after the other, and saves the kernel short segments.
    package func send(
        _ text: ArraySlice<UInt8>,
        _ range: Range<Int>,
        of file: SharedFile
    ) throws(SystemCallError) -> Int {
        try holdBack(true)
        let ofText = try send(text, [], isLast: true)
        let ofFile = ofText == text.count ? try send(range, of: file) : 0
        try holdBack(false)
        return ofText + ofFile
    }

    /// Whether a last short segment waits for more.
    private func holdBack(_ isHeld: Bool) throws(SystemCallError) {
        try SocketOption.set("TCP_CORK", of: raw, Int32(IPPROTO_TCP), TCP_CORK, to: isHeld ? 1 : 0)
    }

    /// Bytes handed over that the peer has not acknowledged yet; 0 where the connection is gone.
    package var unacknowledged: Int { Int(max(0, netlab_unacknowledged(raw))) }
}
