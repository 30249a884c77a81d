package import HTTP
package import LinuxIO
package import TLS

/// Answers requests. Every call comes from the server's one thread and holds it up until it returns.
package protocol RequestResponder: Sendable {
    func respond(to request: HTTPRequestHead) -> ServedResponse

    /// What to say where the bytes were no request; the connection ends after it.
    func refuse(_ error: HTTP1Error) -> ServedResponse

    /// Called once for each request, when its response's last byte was handed to the kernel or never will be.
    func ended(_ exchange: ServedExchange)

    /// Called where a connection ends because its TLS failed: a client that does not trust the certificate, one that
    /// speaks something else, a record that was tampered with.
    func failed(_ client: SocketAddress, _ error: TLSError)
}

extension RequestResponder {
    package func refuse(_ error: HTTP1Error) -> ServedResponse {
        .text(error.status, "\(error)\n")
    }

    package func failed(_ client: SocketAddress, _ error: TLSError) {}
}
