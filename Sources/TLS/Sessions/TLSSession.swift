internal import COpenSSL
import Wire

/// One end of a TLS session over memory: the peer's bytes go in, bytes for the peer are taken out, and the
/// owner does the sending. One thread at a time may use it.
///
/// After an error the session is over; all that it still has for the peer is the alert.
package final class TLSSession {
    /// Maximum bytes that one record carries.
    package static let recordSize = 16_384
    /// Minimum room for one read.
    private static let leastRead = 1024
    /// More than any cipher adds to a record.
    private static let recordOverhead = 256

    private let session: OpaquePointer
    /// Borrowed from the session: received bytes, and bytes to send.
    private let incoming: OpaquePointer
    private let outgoing: OpaquePointer
    /// Bytes to be sent before those in the buffer. A buffer grows by moving all its bytes, so a long message
    /// is taken out of it record by record.
    private var sealed: [UInt8] = []
    /// The session's callbacks use it.
    private let context: LibraryContext
    private var failure: TLSError?
    private var isClosing = false
    package private(set) var isEstablished = false
    /// The peer has announced that it sends nothing more.
    package private(set) var isEnded = false

    /// A server's end.
    package convenience init(server context: TLSServerContext) throws(TLSError) {
        try self.init(context.library)
        SSL_set_accept_state(session)
    }

    /// A client's end, whose first message is ready at once. The server must prove to be `host`, a name or an
    /// IPv4 address.
    package convenience init(
        client context: TLSClientContext,
        host: String,
        resuming ticket: TLSTicket? = nil
    ) throws(TLSError) {
        try self.init(context.library)
        SSL_set_connect_state(session)
        let what = "a TLS session with \(host)"
        if X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(session), host) != 1 {
            LibraryErrors.clear()
            try LibraryErrors.check(what, SSL_set1_host(session, host) == 1)
            try LibraryErrors.check(what, netlab_ssl_set_server_name(session, host) == 1)
        }
        if let ticket { try LibraryErrors.check(what, SSL_set_session(session, ticket.raw) == 1) }
        try shakeHands()
    }

    private init(_ context: LibraryContext) throws(TLSError) {
        LibraryErrors.clear()
        let input = try MemoryBuffer()
        let output = try MemoryBuffer()
        session = try LibraryErrors.made("a TLS session", SSL_new(context.raw))
        self.context = context
        incoming = input.release()
        outgoing = output.release()
        SSL_set_bio(session, incoming, outgoing)
    }

    deinit {
        SSL_free(session)
    }

    /// The result of the handshake; nil until it is done.
    package var negotiation: TLSNegotiation? {
        guard isEstablished, let version = TLSVersion(rawValue: UInt16(SSL_version(session))) else {
            return nil
        }
        var name: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        SSL_get0_alpn_selected(session, &name, &count)
        let chosen = UnsafeBufferPointer(start: name, count: Int(count))
        return TLSNegotiation(
            version: version,
            cipher: SSL_CIPHER_get_name(SSL_get_current_cipher(session)).map { String(cString: $0) } ?? "",
            applicationProtocol: chosen.isEmpty ? nil : String(decoding: chosen, as: UTF8.self),
            serverName: SSL_get_servername(session, TLSEXT_NAMETYPE_host_name).map { String(cString: $0) },
            isResumed: SSL_session_reused(session) == 1
        )
    }

    /// The certificate that the peer has shown in this session or in the one that it resumes; nil before that,
    /// or if it has none.
    package var peerCertificate: CertificateFacts? {
        guard let raw = SSL_get1_peer_certificate(session) else { return nil }
        defer { X509_free(raw) }
        return CertificateFacts(raw)
    }

    /// For a later session of the same client; nil until the server has given one.
    package var ticket: TLSTicket? {
        guard isEstablished, let raw = SSL_get1_session(session) else { return nil }
        let ticket = TLSTicket(owning: raw)
        return SSL_SESSION_is_resumable(raw) == 1 ? ticket : nil
    }

    /// Takes the peer's bytes and returns the decrypted ones, which may be none yet. Afterwards there may be
    /// something to send, even if it throws.
    package func receive(_ ciphertext: ArraySlice<UInt8>) throws(TLSError) -> [UInt8] {
        if let failure { throw failure }
        // Bytes after the peer's close alert are ignored.
        if isEnded || ciphertext.isEmpty { return [] }
        LibraryErrors.clear()
        let taken = ciphertext.withUnsafeBytes { bytes in
            Int(BIO_write(incoming, bytes.baseAddress, Int32(clamping: bytes.count)))
        }
        guard taken == ciphertext.count else { throw fail("out of memory") }
        if !isEstablished { try shakeHands() }
        return isEstablished ? try read() : []
    }

    package func receive(_ ciphertext: [UInt8]) throws(TLSError) -> [UInt8] {
        try receive(ciphertext[...])
    }

    /// Encrypts the front and the back of a message as if they were one piece.
    package func write(
        _ front: ArraySlice<UInt8>,
        _ back: ArraySlice<UInt8> = []
    ) throws(TLSError) {
        if let failure { throw failure }
        guard isEstablished, !isClosing else { throw .notOpen }
        LibraryErrors.clear()
        guard !front.isEmpty, !back.isEmpty else { return try encrypt(front.isEmpty ? back : front) }
        // No short record between the two.
        let room = Self.recordSize - front.count % Self.recordSize
        try encrypt((front + back.prefix(room))[...])
        try encrypt(back.dropFirst(room))
    }

    /// Tells the peer that nothing more will be written. Receiving continues.
    package func close() {
        guard isEstablished, !isClosing, failure == nil else { return }
        isClosing = true
        LibraryErrors.clear()
        SSL_shutdown(session)
    }

    /// Whether there is something to send.
    package var hasCiphertext: Bool { !sealed.isEmpty || BIO_ctrl_pending(outgoing) > 0 }

    /// Removes and returns the bytes to be sent to the peer now.
    package func takeCiphertext() -> [UInt8] {
        let count = BIO_ctrl_pending(outgoing)
        var bytes: [UInt8] = []
        swap(&bytes, &sealed)
        guard count > 0 else { return bytes }
        let rest = [UInt8](unsafeUninitializedCapacity: count) { buffer, taken in
            taken = take(into: buffer[...])
        }
        return bytes.isEmpty ? rest : bytes + rest
    }
}

extension TLSSession {
    private func shakeHands() throws(TLSError) {
        let outcome = SSL_do_handshake(session)
        if outcome == 1 {
            isEstablished = true
        } else if SSL_get_error(session, outcome) != SSL_ERROR_WANT_READ {
            let alert = LibraryErrors.alert
            throw fail(reason(), alert)
        }
    }

    /// Reads all plaintext available so far.
    private func read() throws(TLSError) -> [UInt8] {
        var plaintext: [UInt8] = []
        while true {
            let capacity = max(Self.leastRead, BIO_ctrl_pending(incoming))
            var outcome: Int32 = 1
            let more = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, filled in
                while filled < capacity {
                    var count = 0
                    let rest = buffer.baseAddress?.advanced(by: filled)
                    outcome = SSL_read_ex(session, rest, capacity - filled, &count)
                    guard outcome == 1 else { return }
                    filled += count
                }
            }
            if plaintext.isEmpty { plaintext = more } else { plaintext += more }
            if outcome == 1 { continue }
            switch SSL_get_error(session, outcome) {
            case SSL_ERROR_WANT_READ: return plaintext
            case SSL_ERROR_ZERO_RETURN:
                isEnded = true
                return plaintext
            default: throw fail(reason())
            }
        }
    }

    private func encrypt(_ plaintext: ArraySlice<UInt8>) throws(TLSError) {
        guard !plaintext.isEmpty else { return }
        let records = (plaintext.count + Self.recordSize - 1) / Self.recordSize
        let capacity = BIO_ctrl_pending(outgoing) + plaintext.count + records * Self.recordOverhead
        var isDone = true
        let ciphertext = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, filled in
            plaintext.withUnsafeBytes { plaintext in
                for start in stride(from: 0, to: plaintext.count, by: Self.recordSize) where isDone {
                    let record = plaintext[start...].prefix(Self.recordSize)
                    isDone = encrypt(record)
                    filled += take(into: buffer[filled...])
                }
            }
        }
        if sealed.isEmpty { sealed = ciphertext } else { sealed += ciphertext }
        guard isDone else { throw fail(reason()) }
    }

    /// Memory takes a whole record, unless none is left.
    private func encrypt(_ record: Slice<UnsafeRawBufferPointer>) -> Bool {
        let bytes = UnsafeRawBufferPointer(rebasing: record)
        var written = 0
        return SSL_write_ex(session, bytes.baseAddress, bytes.count, &written) == 1 && written == bytes.count
    }

    /// Moves the buffer's bytes, as far as there is room for them.
    private func take(into room: Slice<UnsafeMutableBufferPointer<UInt8>>) -> Int {
        let room = UnsafeMutableBufferPointer(rebasing: room)
        return Int(max(0, BIO_read(outgoing, room.baseAddress, Int32(clamping: room.count))))
    }

    private func fail(_ reason: String, _ alert: TLSAlert? = nil) -> TLSError {
        let error: TLSError =
            isEstablished ? .session(reason: reason) : .handshake(reason: reason, alert: alert)
        failure = error
        return error
    }

    /// Why the last call failed. For a refused certificate it includes what was wrong with it.
    private func reason() -> String {
        let reason = LibraryErrors.takeReason()
        let verdict = SSL_get_verify_result(session)
        guard verdict != Int(X509_V_OK), let words = X509_verify_cert_error_string(verdict) else {
            return reason
        }
        return "\(reason): \(String(cString: words))"
    }
}
