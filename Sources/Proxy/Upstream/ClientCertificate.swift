package import Forwarding
package import TLS

/// What the proxy shows to some servers that ask who their client is.
package struct ClientCertificate: Sendable {
    let servers: HostPattern
    let identity: ClientIdentity

    package init(for servers: HostPattern, _ identity: ClientIdentity) {
        self.servers = servers
        self.identity = identity
    }
}
