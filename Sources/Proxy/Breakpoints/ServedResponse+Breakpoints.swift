import Serving

extension ServedResponse {
    /// A page in place of what the user does not want.
    static var aborted: ServedResponse { .proxyPage(502, "aborted at a breakpoint") }

    /// A page in place of what nobody can let go on.
    static var endedWhileHeld: ServedResponse {
        .proxyPage(503, "the proxy ended while the exchange was held at a breakpoint")
    }

    static var tooLongToHold: ServedResponse {
        .proxyPage(413, "a breakpoint holds the body, which is longer than \(HeldBody.longest) bytes")
    }
}
