import Forwarding
package import LinuxIO
package import Serving
package import TLS
package import Wire

/// A proxy for HTTP: one listener, one thread, and any number of clients and servers.
///
/// Any thread may start and stop it.
package final class ProxyServer: Sendable {
    private let server: HTTPServer
    private let responder: ProxyResponder
    private let ownPorts: OwnPorts

    /// At the first listener clients use the proxy, and at others, if any, they take it for the servers. `addresses` are the
    /// machine's own, under which the proxy itself can be reached, and `ownPorts` the ports
    /// that lead to it beside its listener's. `isMeasured` asks for a thread that wakes as precisely as this user's
    /// privileges allow.
    package init(
        listeners: consuming ListenerSet,
        settings: ProxySettings,
        authority: CertificateAuthority,
        ownPorts: Set<UInt16> = [],
        addresses: [IPAddress],
        clock: RunClock,
        observer: any ProxyObserver,
        isMeasured: Bool = false
    ) throws(SystemCallError) {
        let ownPorts = OwnPorts(ownPorts.union([listeners.addresses[0].port]))
        self.ownPorts = ownPorts
        let rules = DestinationRules(
            ownPorts: ownPorts,
            ownAddresses: Set(addresses),
            allowsLinkLocal: settings.allowsLinkLocal
        )
        responder = ProxyResponder(settings, rules, authority, observer)
        server = try HTTPServer(
            listeners: listeners,
            responder: responder,
            clock: clock,
            limits: settings.limits,
            taps: settings.taps,
            isMeasured: isMeasured
        )
    }

    package var address: SocketAddress { server.address }

    /// Why the proxy ended by itself; nil if it did not.
    package var failure: SystemCallError? { server.failure }

    package var hasEnded: Bool { server.hasEnded }

    /// Whether this is the host of the pages that give devices the authority's certificate.
    package static func isGuide(_ host: String) -> Bool { host == GuidePages.host }

    /// No request is passed on to that port of this machine: its page's.
    package func forbid(port: UInt16) {
        ownPorts.add(port)
    }

    package func start() throws(SystemCallError) {
        try server.start()
    }

    /// Takes no more clients and ends by itself when what is under way is done.
    package func finish() {
        server.finish()
    }

    /// Ends every connection at once.
    package func stop() {
        server.stop()
        responder.end()
    }
}
