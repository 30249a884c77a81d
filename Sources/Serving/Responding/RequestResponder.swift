package import HTTP
package import LinuxIO
package import TLS
package import Wire

/// Answers requests. Every call comes from the server's one thread and blocks it until it returns.
package protocol RequestResponder: Sendable {
    /// Called once before everything else. A responder may add sockets of its own to the loop. If it cannot work
    /// without them, its failure ends the server.
    func joined(_ loop: EventLoop) throws(SystemCallError)

    /// What to do with a request's body, asked when its head is complete. Not called for a request without a
    /// body.
    func reception(of head: HTTPRequestHead) -> BodyReception

    /// Whether a client's offer to continue with HTTP/2 (`Upgrade: h2c`) is accepted. Asked with each offer.
    var acceptsHTTP2Upgrade: Bool { get }

    /// Return a late answer if the response takes long to make.
    func respond(to request: ServedRequest) -> ServedAnswer

    /// How a watched tunnel continues after the client's first bytes, or after a while without any. Not called if the
    /// server speaks first.
    /// Unless it stays a tunnel, its exchange ends next, and its streams are used no more.
    func continuation(of tunnel: ServedExchange, after opening: TunnelOpening) -> TunnelContinuation

    /// The response to a request that cannot be answered; the connection ends after it.
    func refuse(_ refusal: RequestRefusal) -> ServedResponse

    /// Called once for each request, when its response's last byte was handed to the kernel or never will be.
    func ended(_ exchange: ServedExchange)

    /// Called when an HTTP/3 connection has ended, if its port keeps traces.
    func traced(_ trace: QUICTrace, of client: SocketAddress)

    /// Called if a connection ends because its TLS failed: a client that does not trust the certificate, one
    /// that speaks something else, a record that was tampered with. `tunnel` is the CONNECT in which it began.
    func failed(_ client: SocketAddress, within tunnel: HTTPRequestHead?, _ error: TLSError)

    /// Called if a connection ends because its client took too long. Nothing else tells of a TLS handshake that did
    /// not end.
    func expired(_ client: SocketAddress, _ limit: ExpiredLimit)

    /// Called if the server cannot accept for lack of descriptors or memory, once until it can again. Clients
    /// wait to be accepted, and the server retries by itself.
    func pausedAccepting(_ error: SystemCallError)
}

extension RequestResponder {
    package func joined(_ loop: EventLoop) throws(SystemCallError) {}

    package func reception(of head: HTTPRequestHead) -> BodyReception { .drop }

    package var acceptsHTTP2Upgrade: Bool { true }

    package func continuation(
        of tunnel: ServedExchange,
        after opening: TunnelOpening
    ) -> TunnelContinuation { opening == .silence ? .undecided : .tunnel }

    package func refuse(_ refusal: RequestRefusal) -> ServedResponse {
        .text(refusal.status, "\(refusal)\n")
    }

    package func traced(_ trace: QUICTrace, of client: SocketAddress) {}

    package func failed(_ client: SocketAddress, within tunnel: HTTPRequestHead?, _ error: TLSError) {}

    package func expired(_ client: SocketAddress, _ limit: ExpiredLimit) {}

    package func pausedAccepting(_ error: SystemCallError) {}
}
