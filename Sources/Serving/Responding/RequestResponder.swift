package import HTTP
package import LinuxIO
package import TLS

/// Answers requests. Every call comes from the server's one thread and holds it up until it returns.
package protocol RequestResponder: Sendable {
    /// What becomes of a request's body, asked when its head is here. A request without a body is not asked about.
    func reception(of head: HTTPRequestHead) -> BodyReception

    /// What takes long to make is answered late.
    func respond(to request: ServedRequest) -> ServedAnswer

    /// What to say to what cannot be answered; the connection ends after it.
    func refuse(_ refusal: RequestRefusal) -> ServedResponse

    /// Called once for each request, when its response's last byte was handed to the kernel or never will be.
    func ended(_ exchange: ServedExchange)

    /// Called where a connection ends because its TLS failed: a client that does not trust the certificate, one that
    /// speaks something else, a record that was tampered with.
    func failed(_ client: SocketAddress, _ error: TLSError)

    /// Called where the server cannot accept for want of descriptors or memory, once until it can again. Clients wait
    /// to be accepted, and the server tries again by itself.
    func pausedAccepting(_ error: SystemCallError)
}

extension RequestResponder {
    package func reception(of head: HTTPRequestHead) -> BodyReception { .drop }

    package func refuse(_ refusal: RequestRefusal) -> ServedResponse {
        .text(refusal.status, "\(refusal)\n")
    }

    package func failed(_ client: SocketAddress, _ error: TLSError) {}

    package func pausedAccepting(_ error: SystemCallError) {}
}
