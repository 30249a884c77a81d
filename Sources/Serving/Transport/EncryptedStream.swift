import Glibc
import LinuxIO
import TLS
import Wire

/// A TLS session on a plain stream. It belongs to the loop's thread.
///
/// It encrypts one flight of a message at a time, and the next only when the kernel has taken that one. A
/// slow client holds up only its own bytes and costs no more memory than a flight.
final class EncryptedStream {
    /// Maximum bytes encrypted ahead of the kernel: many records, and little memory.
    private static let flight = 8 * TLSSession.recordSize

    let plain: PlainStream
    private let session: TLSSession
    /// Ciphertext on its way to the kernel, and how much of it the kernel has.
    private var pending: [UInt8] = []
    private var sent = 0
    /// Bytes of the message in the pending ciphertext, and how many of them have been reported as taken.
    private var carried = 0
    private var reported = 0
    /// Where the message's bytes in the pending ciphertext lie on the connection.
    private var places = SentByteMap(start: 0)
    /// The session failed: further input of the client is ignored.
    private var isBroken = false
    private var isFinishing = false
    /// It ends without a close alert.
    private var isSilent = false

    init(_ plain: PlainStream, _ context: TLSServerContext) throws(TLSError) {
        self.plain = plain
        session = try TLSSession(server: context)
    }

    /// Takes the bytes of the handshake that arrived while the stream was plain.
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
        // A handshake's next message or a key update needs an answer.
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
            // The handshake's last messages, if any, share the message's first segment.
            try hand(isLast: false)
            guard !hasPending else { return Handover(count: 0, began: clock.now(), places: places) }
            let front = text.prefix(Self.flight)
            let back = try Self.bytes(of: content, atMost: Self.flight - front.count)
            do throws(TLSError) {
                try session.write(front, back)
            } catch {
                throw .session(error)
            }
            carried = front.count + back.count
            (pending, sent) = (session.takeCiphertext(), 0)
            places = SentByteMap(start: plain.sentBytes)
            places.records = SentByteMap.Records(count: carried, overhead: overhead)
        }
        let isWhole = carried - reported == total
        let began = clock.now()
        places.offset = reported
        let taken = places
        try hand(isLast: isLast && isWhole)
        return Handover(count: takeProgress(), began: began, places: taken)
    }

    /// What the first pending record adds to its bytes of the message.
    private var overhead: Int {
        guard pending.count > 5 else { return 0 }
        let length = 5 + Int(pending[3]) << 8 + Int(pending[4])
        return max(0, length - min(carried, TLSSession.recordSize))
    }

    func flush() throws(TransportError) {
        // A message's own bytes are handed over by `send`, which counts them.
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
        // In the middle of a message the alert would mark it as complete.
        guard carried == 0, !isFinishing, !isSilent else { return }
        // The client may have left already: nothing is lost then.
        try? finishSending()
    }

    private func fail(_ error: TLSError) throws(TransportError) -> Never {
        isBroken = true
        // Bytes that the kernel has not taken are sent before the alert but no longer counted.
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

    /// Hands the kernel as much ciphertext as it takes.
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

    /// Bytes of the message sent with the ciphertext since the last call. Within a flight they are counted in
    /// proportion, and the last one only when all of it is sent.
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
