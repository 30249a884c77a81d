/// A SOCKS client's wish for a connection to a server.
package struct SOCKSRequest: Hashable, Sendable {
    package var version: SOCKSVersion
    package var host: SOCKSHost
    package var port: UInt16

    package init(_ version: SOCKSVersion, _ host: SOCKSHost, port: UInt16) {
        self.version = version
        self.host = host
        self.port = port
    }
}
