package import HTTP

/// Answers requests. Every call comes from the server's one thread and holds it up until it returns.
package protocol RequestResponder: Sendable {
    func respond(to request: HTTPRequestHead) -> ServedResponse

    /// What to say where the bytes were no request; the connection ends after it.
    func refuse(_ error: HTTP1Error) -> ServedResponse

    /// Called once for each request, when its response's last byte was handed to the kernel or never will be.
    func ended(_ exchange: ServedExchange)
}

extension RequestResponder {
    package func refuse(_ error: HTTP1Error) -> ServedResponse {
        .text(error.status, "\(error)\n")
    }
}
