internal import COpenSSL

/// Protocol names in a handshake's form, each preceded by its length.
final class ProtocolList: Sendable {
    private static let longestList = 65_535

    /// In memory that does not move: the library keeps a pointer to the chosen name.
    nonisolated(unsafe) private let bytes: UnsafeMutableBufferPointer<UInt8>
    // Safety: written before `init` returns, and never again.

    /// nil if there are none.
    init?(_ names: [String]) throws(TLSError) {
        var list: [UInt8] = []
        for name in names {
            guard (1...255).contains(name.utf8.count), list.count + name.utf8.count < Self.longestList else {
                throw .invalidProtocol(name)
            }
            list.append(UInt8(name.utf8.count))
            list += name.utf8
        }
        if list.isEmpty { return nil }
        bytes = .allocate(capacity: list.count)
        _ = bytes.initialize(from: list)
    }

    deinit {
        bytes.deallocate()
    }

    func offer(in context: OpaquePointer) -> Bool {
        // Unlike similar calls, this one returns 0 for success.
        SSL_CTX_set_alpn_protos(context, bytes.baseAddress, UInt32(bytes.count)) == 0
    }

    /// Makes the context choose the first of these names that the client also offers, and refuse a client
    /// that offers none of them. The list must outlive the context's sessions.
    func choose(in context: OpaquePointer) {
        let choose: SSL_CTX_alpn_select_cb_func = { _, chosen, length, offered, count, list in
            guard let list, let chosen, let length else { return SSL_TLSEXT_ERR_ALERT_FATAL }
            let mine = Unmanaged<ProtocolList>.fromOpaque(list).takeUnretainedValue().bytes
            var name: UnsafeMutablePointer<UInt8>?
            let outcome = SSL_select_next_proto(
                &name,
                length,
                mine.baseAddress,
                UInt32(mine.count),
                offered,
                count
            )
            guard outcome == OPENSSL_NPN_NEGOTIATED else { return SSL_TLSEXT_ERR_ALERT_FATAL }
            chosen.pointee = UnsafePointer(name)
            return SSL_TLSEXT_ERR_OK
        }
        SSL_CTX_set_alpn_select_cb(context, choose, Unmanaged.passUnretained(self).toOpaque())
    }
}
