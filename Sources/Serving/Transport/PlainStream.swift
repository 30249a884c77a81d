import LinuxIO

/// A socket whose bytes are sent unchanged and counted, those of a TLS session on it included. It belongs to
/// the loop's thread.
final class PlainStream {
    let socket: StreamSocket
    /// Bytes that the kernel has taken.
    private(set) var sentBytes = 0

    init(_ socket: consuming StreamSocket) {
        self.socket = socket
    }

    func send(
        _ text: ArraySlice<UInt8>,
        _ content: ServedBody.Piece,
        isLast: Bool
    ) throws(SystemCallError) -> Int {
        let count = try socket.send(text, content, isLast: isLast)
        sentBytes += count
        return count
    }
}
