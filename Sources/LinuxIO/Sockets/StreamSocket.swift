internal import CLinux
import Glibc

/// One end of a TCP connection, non-blocking, with one owner.
package struct StreamSocket: ~Copyable, Sendable {
    private let descriptor: OwnedDescriptor
    package let peer: SocketAddress
    /// Is told what crosses the socket; nil if nobody asks.
    package var tap: (any StreamTap)?

    init(owning raw: Int32, peer: SocketAddress) {
        descriptor = OwnedDescriptor(owning: raw)
        self.peer = peer
    }

    deinit {
        if let tap { tap.closed(closing()) }
    }

    /// For a poller. Borrowed.
    package var raw: Int32 { descriptor.raw }

    /// Receives at most `count` bytes: empty at the end of the stream, nil if nothing has arrived. The array
    /// uses no more memory than its bytes need.
    package func receive(atMost count: Int) throws(SystemCallError) -> [UInt8]? {
        var failure: SystemCallError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, received in
            do throws(SystemCallError) {
                received = try systemCall("recv", on: "\(peer)") { recv(raw, buffer.baseAddress, count, 0) }
            } catch {
                failure = error
            }
        }
        guard let failure else {
            tap?.received(bytes[...])
            return bytes.count < count / 4 ? bytes.withUnsafeBufferPointer { Array($0) } : bytes
        }
        if failure.errno == EAGAIN { return nil }
        tap?.failed(failure)
        throw failure
    }

    /// Receives into the beginning of `buffer`, and returns the number of bytes: 0 at the end of the stream,
    /// nil if nothing has arrived.
    package func receive(into buffer: inout [UInt8]) throws(SystemCallError) -> Int? {
        let outcome = buffer.withUnsafeMutableBytes { buffer in
            Result { () throws(SystemCallError) in
                try systemCall("recv", on: "\(peer)") { recv(raw, buffer.baseAddress, buffer.count, 0) }
            }
        }
        do throws(SystemCallError) {
            let count = try outcome.get()
            tap?.received(buffer[..<count])
            return count
        } catch {
            if error.errno == EAGAIN { return nil }
            tap?.failed(error)
            throw error
        }
    }

    /// Sends the beginning of two pieces as one, so that the first leaves no short segment. Returns the
    /// number of bytes that the kernel took, 0 if it takes none now. Unless `isLast`, a short last segment is
    /// held back.
    package func send(
        _ first: ArraySlice<UInt8>,
        _ second: ArraySlice<UInt8>,
        isLast: Bool
    ) throws(SystemCallError) -> Int {
        let began = tap?.now()
        let flags = Int32(MSG_NOSIGNAL) | (isLast ? 0 : Int32(MSG_MORE))
        let outcome = first.withUnsafeBytes { first in
            // One piece alone is cheaper in a call of its own.
            if second.isEmpty { return Result { () throws(SystemCallError) in try send(first, flags) } }
            return second.withUnsafeBytes { second in
                Result { () throws(SystemCallError) in try send(first, second, flags) }
            }
        }
        do throws(SystemCallError) {
            let count = try outcome.get()
            if let tap, let began {
                tap.sent(first.prefix(count), second.prefix(max(0, count - first.count)), at: began)
            }
            return count
        } catch {
            if error.errno == EAGAIN { return 0 }
            tap?.failed(error)
            throw error
        }
    }

    private func send(
        _ bytes: UnsafeRawBufferPointer,
        _ flags: Int32
    ) throws(SystemCallError) -> Int {
        try systemCall("send", on: "\(peer)") { Glibc.send(raw, bytes.baseAddress, bytes.count, flags) }
    }

    private func send(
        _ first: UnsafeRawBufferPointer,
        _ second: UnsafeRawBufferPointer,
        _ flags: Int32
    ) throws(SystemCallError) -> Int {
        // The kernel only reads what an outgoing message points to.
        var pieces = (
            iovec(iov_base: UnsafeMutableRawPointer(mutating: first.baseAddress), iov_len: first.count),
            iovec(iov_base: UnsafeMutableRawPointer(mutating: second.baseAddress), iov_len: second.count)
        )
        return try systemCall("sendmsg", on: "\(peer)") {
            withUnsafeMutableBytes(of: &pieces) { pieces in
                var message = msghdr()
                message.msg_iov = pieces.baseAddress?.assumingMemoryBound(to: iovec.self)
                message.msg_iovlen = 2
                return sendmsg(raw, &message, flags)
            }
        }
    }

    /// Ends the sending direction; receiving continues.
    package func finishSending() {
        // Fails only if the connection is already gone.
        guard shutdown(raw, Int32(SHUT_WR)) == 0 else { return }
        tap?.finishedSending()
    }
}
