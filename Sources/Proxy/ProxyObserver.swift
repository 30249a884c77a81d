package import LinuxIO

/// Is told what happens in a proxy. Calls come from the proxy's thread, which waits meanwhile.
package protocol ProxyObserver: Sendable {
    /// An exchange is over, or its client has left.
    func ended(_ exchange: ProxyExchange)

    /// A client that may not use the proxy has tried to.
    func refused(_ client: SocketAddress)

    /// A client broke off the TLS that the proxy speaks in a server's name: mostly it does not trust the
    /// authority.
    func handshakeFailed(_ failure: ClientHandshakeFailure)

    /// A message waits at a breakpoint until somebody lets it go on.
    func held(_ message: HeldMessage)

    /// What is under way, at most a few times a second, and once more when nothing is. Only if the settings ask for it.
    func progressed(_ begun: BegunExchanges)

    /// Something failed that no exchange tells. It may come from another thread.
    func failed(_ reason: String)
}

extension ProxyObserver {
    package func held(_ message: HeldMessage) {}

    package func progressed(_ begun: BegunExchanges) {}
}
