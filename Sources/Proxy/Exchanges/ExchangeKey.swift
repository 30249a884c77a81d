import LinuxIO

/// Identifies an exchange on the client's side. Requests within an intercepted tunnel are counted anew, after
/// its CONNECT is over.
struct ExchangeKey: Hashable {
    var client: SocketAddress
    var order: Int
}
