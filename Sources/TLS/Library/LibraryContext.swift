internal import COpenSSL

/// State shared by sessions: OpenSSL's context, and the objects that its callbacks use.
final class LibraryContext: @unchecked Sendable {
    enum Role {
        case server, client
    }

    // Safety: the context is set up before its owner's `init` returns, and sessions only read it afterwards.
    // OpenSSL itself guards what they change in it. The log, the list and the choice are Sendable.
    let raw: OpaquePointer
    /// With more, the oldest is dropped.
    private static let mostKeptSessions = 256
    private let keyLog: KeyLog?
    private let protocols: ProtocolList?
    private let identities: IdentityChoice?

    init(
        _ role: Role,
        _ parameters: TLSParameters,
        keyLog: KeyLog?,
        identities: IdentityChoice? = nil
    ) throws(TLSError) {
        LibraryErrors.clear()
        let what = "a TLS context"
        protocols = try ProtocolList(parameters.applicationProtocols)
        raw = try LibraryErrors.made(
            what,
            SSL_CTX_new(role == .server ? TLS_server_method() : TLS_client_method())
        )
        self.keyLog = keyLog
        self.identities = identities
        let versions = parameters.versions
        try LibraryErrors.check(
            what,
            netlab_ssl_set_versions(
                raw,
                Int32(versions.lowerBound.rawValue),
                Int32(versions.upperBound.rawValue)
            )
                == 1
        )
        // An idle session keeps no buffers.
        netlab_ssl_set_mode(raw, Int(SSL_MODE_RELEASE_BUFFERS))
        SSL_CTX_set_options(raw, netlab_ssl_op_no_renegotiation)
        keepSessions(role, parameters)
        if !parameters.resumes {
            SSL_CTX_set_options(raw, netlab_ssl_op_no_ticket)
            try LibraryErrors.check(what, SSL_CTX_set_num_tickets(raw, 0) == 1)
        }
        if let protocols {
            switch role {
            case .server: protocols.choose(in: raw)
            case .client: try LibraryErrors.check(what, protocols.offer(in: raw))
            }
        }
        if let keyLog { Self.write(to: keyLog, from: raw) }
        identities?.decide(in: raw)
    }

    /// Sessions are resumed from the client's ticket. With TLS 1.2 some clients, such as libcurl 7.88, take
    /// no tickets: for these a server keeps a few sessions.
    private func keepSessions(_ role: Role, _ parameters: TLSParameters) {
        guard role == .server, parameters.resumes, parameters.versions.contains(.tls12) else {
            return netlab_ssl_set_session_cache_mode(raw, Int(SSL_SESS_CACHE_OFF))
        }
        netlab_ssl_set_session_cache_mode(raw, Int(SSL_SESS_CACHE_SERVER))
        netlab_ssl_set_session_cache_size(raw, Self.mostKeptSessions)
    }

    deinit {
        SSL_CTX_free(raw)
    }

    /// Sessions keep this object alive, and it keeps the log alive.
    private static func write(to log: KeyLog, from context: OpaquePointer) {
        netlab_ssl_set_app_data(context, Unmanaged.passUnretained(log).toOpaque())
        SSL_CTX_set_keylog_callback(context) { session, line in
            guard let line, let log = netlab_ssl_app_data(session) else { return }
            Unmanaged<KeyLog>.fromOpaque(log).takeUnretainedValue().add(String(cString: line))
        }
    }
}
