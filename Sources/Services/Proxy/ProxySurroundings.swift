import LinuxIO
import Wire

/// What is around a proxy whose clients are led to it across a line.
struct ProxySurroundings {
    /// Where clients come that take the proxy for their servers, with the ports at which they believe those to be.
    let redirected: [SocketAddress]
    /// What the page says of how clients come.
    let hint: String
    /// What a client is called.
    let name: (IPAddress) -> String
    /// Readable while `attend` should be called. Borrowed.
    let raws: [Int32]
    /// How often it is called at least, in milliseconds.
    let interval: Int32
    /// Runs the body on the host from which servers are asked. Sockets and threads that it makes stay there.
    let onServersSide: (() throws -> Void) throws -> Void
    /// Called once the proxy works, with a link to its page, if it has one.
    let announce: (_ page: String?) -> Void
    /// Does what else is to be done. Returns why the rest has ended by itself, if it has.
    let attend: () -> String?
}
