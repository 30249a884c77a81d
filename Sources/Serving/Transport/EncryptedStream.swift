import Glibc
import LinuxIO
import TLS
import Wire

/// A TLS session on a plain stream. It belongs to the loop's thread.
///
/// Of a message it encrypts one flight at a time, and the next only when the kernel has taken that one: a client that
/// reads slowly holds up its own bytes and costs no more memory than a flight.
final class EncryptedStream {
    /// The most of a message that is encrypted ahead of the kernel: many records, and little memory.
    private static let flight = 8 * TLSSession.recordSize

    let plain: PlainStream
    private let session: TLSSession
    /// Ciphertext on its way to the kernel, and how much of it is there.
    private var pending: [UInt8] = []
    private var sent = 0
    /// Bytes of the message that the pending ciphertext stands for, and how many of them have been reported as taken.
    private var carried = 0
    private var reported = 0
    /// The session failed: what the client still says is not looked at.
    private var isBroken = false
    private var isFinishing = false
    /// It ends without a farewell.
    private var isSilent = false

    init(_ plain: PlainStream, _ context: TLSServerContext) throws(TLSError) {
        self.plain = plain
        session = try TLSSession(server: context)
    }

    /// Takes what came of the handshake while the stream was plain.
    func begin(with early: [UInt8]) throws(TransportError) {
        do throws(TLSError) {
            _ = try session.receive(early)
        } catch {
            try fail(error)
        }
        try flush()
    }

    var isOpen: Bool { session.isEstablished }

    var applicationProtocol: String? { session.negotiation?.applicationProtocol }

    var hasPending: Bool { sent < pending.count || session.hasCiphertext }

    func receive(by buffer: ReceiveBuffer) throws(TransportError) -> [UInt8]? {
        if session.isEnded { return [] }
        guard let count = try readSocket(into: &buffer.bytes) else { return nil }
        if count == 0 || isBroken { return Array(buffer.bytes[..<count]) }
        do throws(TLSError) {
            let plaintext = try session.receive(buffer.bytes[..<count])
            if !plaintext.isEmpty || session.isEnded { return plaintext }
        } catch {
            try fail(error)
        }
        // A handshake's next message, or the client's word that its keys have changed, wants an answer.
        try flush()
        return nil
    }

    func send(
        _ text: ArraySlice<UInt8>,
        _ content: ServedBody.Piece,
        isLast: Bool,
        _ clock: RunClock
    ) throws(TransportError) -> Handover {
        let total = text.count + content.count
        if carried == 0 {
            // The handshake's last words, if there are any, share the message's first segment.
            try hand(isLast: false)
            guard !hasPending else { return Handover(count: 0, began: clock.now()) }
            let front = text.prefix(Self.flight)
            let back = try Self.bytes(of: content, atMost: Self.flight - front.count)
            do throws(TLSError) {
                try session.write(front, back)
            } catch {
                throw .session(error)
            }
            carried = front.count + back.count
        }
        let isWhole = carried - reported == total
        let began = clock.now()
        try hand(isLast: isLast && isWhole)
        return Handover(count: takeProgress(), began: began)
    }

    func flush() throws(TransportError) {
        // A message's own turn comes with `send`, which counts it.
        guard carried == 0 else { return }
        try hand(isLast: true)
        if isFinishing, !hasPending { plain.socket.finishSending() }
    }

    func finishSending() throws(TransportError) {
        isFinishing = true
        session.close()
        try flush()
    }

    func breakOff() {
        isSilent = true
        plain.socket.finishSending()
    }

    func resetWhenClosed() {
        isSilent = true
        plain.socket.resetWhenClosed()
    }

    func sayFarewell() {
        // In the middle of a message it would say that the message was whole.
        guard carried == 0, !isFinishing, !isSilent else { return }
        // The client may be gone already: nothing is lost then.
        try? finishSending()
    }

    private func fail(_ error: TLSError) throws(TransportError) -> Never {
        isBroken = true
        // What the kernel did not take of a message goes before the alert, and nobody counts it any more.
        (carried, reported) = (0, 0)
        try finishSending()
        throw .session(error)
    }

    private static func bytes(
        of content: ServedBody.Piece,
        atMost count: Int
    ) throws(TransportError) -> ArraySlice<UInt8> {
        switch content.part(from: 0, atMost: count) {
        case .memory(let bytes): return bytes
        case .file(let file, let range):
            do throws(SystemCallError) {
                let bytes = try file.bytes(in: range)
                guard bytes.count == range.count else {
                    throw SystemCallError("pread", on: file.name, errno: EIO)
                }
                return bytes[...]
            } catch {
                throw .socket(error)
            }
        }
    }

    /// Gives the kernel what it takes of the ciphertext.
    private func hand(isLast: Bool) throws(TransportError) {
        if sent == pending.count {
            (pending, sent) = (session.takeCiphertext(), 0)
        }
        guard sent < pending.count else { return }
        do throws(SystemCallError) {
            sent += try plain.send(pending[sent...], .memory([]), isLast: isLast)
        } catch {
            throw .socket(error)
        }
        if sent == pending.count, !session.hasCiphertext { (pending, sent) = ([], 0) }
    }

    /// Bytes of the message that went with the ciphertext since this was last asked. While a flight is under way they
    /// are counted in proportion, and the last of them only when all of it is gone.
    private func takeProgress() -> Int {
        guard carried > 0 else { return 0 }
        guard hasPending else {
            defer { (carried, reported) = (0, 0) }
            return carried - reported
        }
        let share = min(carried - 1, (carried * sent + pending.count - 1) / max(1, pending.count))
        defer { reported = max(reported, share) }
        return max(0, share - reported)
    }

    private func readSocket(into buffer: inout [UInt8]) throws(TransportError) -> Int? {
        do throws(SystemCallError) {
            return try plain.socket.receive(into: &buffer)
        } catch {
            throw .socket(error)
        }
    }
}
