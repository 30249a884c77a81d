package import Archives
package import Forwarding
package import LinuxIO
package import Serving
package import TLS
package import Wire

/// What a proxy is to do.
package struct ProxySettings: Sendable {
    /// The token that a steering request must show, and what it steers.
    package struct Control: Sendable {
        package var token: String
        package var control: any ProxyControl

        /// Commands of the program itself; nil if it gives none.
        package var queue: ControlQueue?

        package init(token: String, _ control: any ProxyControl, queue: ControlQueue? = nil) {
            self.token = token
            self.control = control
            self.queue = queue
        }
    }

    /// Other machines that may use it.
    package var allowed: [IPNetwork] = []
    /// nil if it cannot be steered while it runs.
    package var control: Control?
    /// The client behind an address that the proxy sees, if something stands between them.
    package var client: @Sendable (SocketAddress) -> SocketAddress = { $0 }
    /// Hosts whose TLS the proxy looks into; all others are tunnelled.
    package var intercepted: [HostPattern] = []
    /// A client that refuses the proxy's certificate for a host gets tunnels to it from then on.
    package var passesRefused = false
    /// Hosts whose certificate may be any.
    package var insecure: [HostPattern] = []
    /// What servers are shown that ask for a certificate; for each the first that matches.
    package var clientCertificates: [ClientCertificate] = []
    package var allowsLinkLocal = false
    /// Clients of other machines may reach what listens on this machine's loopback addresses.
    package var allowsLoopback = false
    /// Where servers are, by their names in lower case, with a port of 0 if the URL's applies; the system looks all
    /// other names up.
    package var hosts: [String: SocketAddress] = [:]
    /// The server that requests without one are for; nil refuses them.
    package var reverse: Destination?
    /// Another proxy that servers are reached through; nil connects to the servers themselves.
    package var parent: ParentProxy?
    /// Lines between the proxy and servers; nil if none is behind one.
    package var lines: (any ServerLines)?
    /// nil follows none.
    package var rules: CurrentRules?
    /// The authority's name, shown where devices list what they trust.
    package var authorityName = "netlab proxy CA"
    /// Where certificates for hosts are kept; nil keeps them in memory alone.
    package var leaves: LeafFolder?
    package var limits = ServingLimits.ofProxy
    package var waits = UpstreamLimits()
    /// PEM text of the certificates to trust; read when it is first needed.
    package var trust: @Sendable () throws(UpstreamFailure) -> String = { () throws(UpstreamFailure) in "" }
    /// Bodies of up to so many bytes are kept for the observer; 0 keeps none.
    package var keptBodyBytes = 0
    /// The observer is told what is under way.
    package var reportsUnderWay = false
    /// Answers requests in place of the servers; nil asks the servers.
    package var recorded: RecordedSession?
    /// Holds responses that answer later requests; nil stores none.
    package var cache: CacheFolder?
    /// Secrets of all sessions, those with clients and those with servers; nil keeps none.
    package var keyLog: KeyLog?
    /// Is told what crosses all connections, those with clients and those with servers.
    package var taps: (any StreamTapping)?

    /// Descriptors for everything but connections.
    private static let otherDescriptors = 256

    package init() {}

    /// Lowers the numbers of connections, with clients and with servers, to what this many descriptors are enough for. At
    /// those limits idle ones make room; without descriptors all would have to wait.
    package mutating func keepWithin(descriptors: Int) {
        let room = max(20, descriptors - Self.otherDescriptors)
        limits.connections = min(limits.connections, room * 9 / 20)
        waits.connections = min(waits.connections, room * 11 / 20)
    }
}
