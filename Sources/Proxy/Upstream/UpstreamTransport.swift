import LinuxIO
import TLS

/// The bytes of a connection to a server: plain, or inside TLS.
struct UpstreamTransport: ~Copyable {
    private static let receiveSize = 65_536

    let socket: StreamSocket
    private var session: TLSSession?
    /// Bytes that the kernel has not taken: ciphertext, or the caller's.
    private var pending: ArraySlice<UInt8> = []
    /// Bytes of TLS that have crossed so far.
    private(set) var ciphertext = HandshakeBytes()
    /// The server has ended its stream.
    private(set) var isEnded = false

    /// Bytes that arrived before it was known what they are.
    private var early: [UInt8] = []

    /// `receive` has a result though the kernel has no more bytes: early ones, or TLS's end after those that it
    /// returned last.
    var isInputPending: Bool { !early.isEmpty || isEndPending }

    private var isEndPending: Bool { session?.isEnded == true && !isEnded }

    init(_ socket: consuming StreamSocket, _ session: TLSSession?) {
        self.socket = socket
        self.session = session
    }

    /// The result of the handshake; nil before it is done, and without TLS.
    var negotiation: TLSNegotiation? { session?.negotiation }

    var certificate: CertificateFacts? { session?.peerCertificate }

    var ticket: TLSTicket? { session?.ticket }

    var isEncrypted: Bool { session != nil }

    /// Puts bytes back that `receive` has returned last.
    mutating func unread(_ bytes: ArraySlice<UInt8>) {
        early = Array(bytes)
    }

    /// Continues within TLS, before anything was sent of what follows.
    mutating func begin(_ session: TLSSession?) {
        self.session = session
    }

    /// Any handshake is done.
    var isOpen: Bool { session?.isEstablished ?? true }

    /// More may be given to `send`.
    var hasRoom: Bool { pending.isEmpty && session?.hasCiphertext != true }

    /// Gives the kernel what it has not taken yet.
    mutating func flush() throws(UpstreamFailure) {
        do throws(SystemCallError) {
            while true {
                if pending.isEmpty, let session, session.hasCiphertext {
                    pending = session.takeCiphertext()[...]
                }
                guard !pending.isEmpty else { return }
                let count = try socket.send(pending, [], isLast: true)
                guard count > 0 else { return }
                if session != nil { ciphertext.sent += count }
                pending = pending.dropFirst(count)
            }
        } catch {
            throw .socket(error)
        }
    }

    /// Takes the bytes over, and sends what the kernel takes of them now. Only when it `hasRoom`.
    mutating func send(_ bytes: ArraySlice<UInt8>) throws(UpstreamFailure) {
        if let session {
            do throws(TLSError) {
                try session.write(bytes)
            } catch {
                throw .session(error)
            }
        } else {
            pending = bytes
        }
        try flush()
    }

    /// The server's next bytes: nil if nothing has arrived, empty at the end.
    mutating func receive() throws(UpstreamFailure) -> [UInt8]? {
        guard !isEnded else { return nil }
        if isEndPending {
            isEnded = true
            return []
        }
        while true {
            guard let bytes = try receiveRaw() else { return nil }
            if bytes.isEmpty {
                isEnded = true
                return []
            }
            guard let session else { return bytes }
            ciphertext.received += bytes.count
            let plaintext: [UInt8]
            do throws(TLSError) {
                plaintext = try session.receive(bytes)
            } catch {
                // The server is told why.
                try? flush()
                throw .session(error)
            }
            try flush()
            if !plaintext.isEmpty { return plaintext }
            if session.isEnded {
                isEnded = true
                return []
            }
        }
    }

    private mutating func receiveRaw() throws(UpstreamFailure) -> [UInt8]? {
        if !early.isEmpty {
            defer { early = [] }
            return early
        }
        do throws(SystemCallError) {
            return try socket.receive(atMost: Self.receiveSize)
        } catch {
            throw .socket(error)
        }
    }

    /// Announces that nothing more will be sent.
    mutating func finishSending() {
        session?.close()
        // The server may have left already.
        try? flush()
        socket.finishSending()
    }
}
