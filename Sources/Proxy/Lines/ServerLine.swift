package import LinuxIO

/// A line between the proxy and servers, which all connections over it share.
package protocol ServerLine: AnyObject, Sendable {
    /// The line's name in the log.
    var name: String { get }

    /// Takes over a connection that was made with a server, and returns the one that leads to it over the line, in
    /// the making.
    func carry(_ server: consuming StreamSocket) throws(SystemCallError) -> StreamSocket
}
