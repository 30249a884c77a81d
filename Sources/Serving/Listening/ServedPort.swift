package import LinuxIO

/// A port beside a server's listeners, whose clients are served by the same thread and responder.
package protocol ServedPort: Sendable {
    var address: SocketAddress { get }

    /// Called once, on the server's thread, before it serves anybody. Clients' sockets belong to the loop.
    func open(on loop: EventLoop, _ setting: ServedPortSetting) throws(SystemCallError)
}
