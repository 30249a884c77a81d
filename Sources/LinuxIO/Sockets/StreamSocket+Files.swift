internal import CLinux
import Glibc

extension StreamSocket {
    /// Bytes of a file that are read at a time if they must be.
    private static let readAtOnce = 65_536

    /// Makes the kernel send the beginning of a file's range, and returns the number of bytes; 0 if it takes
    /// none now. Throws if the file ends inside the range, since those bytes were promised. A socket with a tap
    /// reads them, since nobody sees what the kernel sends by itself.
    package func send(_ range: Range<Int>, of file: SharedFile) throws(SystemCallError) -> Int {
        guard tap == nil else {
            let bytes = try file.bytes(in: range.prefix(Self.readAtOnce))
            if bytes.isEmpty, !range.isEmpty { throw SystemCallError("pread", on: file.name, errno: EIO) }
            return try send(bytes[...], [], isLast: true)
        }
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

    /// Sends text and then the beginning of a file's range as one stream of full segments. Suits long ranges:
    /// two more calls than separate sends, but no short segments in between.
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

    /// Turns holding back of a short last segment on or off.
    private func holdBack(_ isHeld: Bool) throws(SystemCallError) {
        try SocketOption.setCorked(raw, isHeld)
    }

    /// Bytes sent that the peer has not acknowledged yet; 0 if the connection is gone.
    package var unacknowledged: Int { Int(max(0, netlab_unacknowledged(raw))) }
}
