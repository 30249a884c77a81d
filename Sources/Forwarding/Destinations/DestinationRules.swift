package import Wire

/// Decides which addresses a proxy may connect to. It judges addresses, not names: a name may lead anywhere.
package struct DestinationRules: Sendable {
    /// Services of clouds that tell whoever asks a machine's secrets, at addresses that are not link-local: of AWS, Google,
    /// Alibaba, Azure and Oracle.
    private static let metadata: Set<IPAddress> = Set(
        ["fd00:ec2::254", "fd20:ce::254", "100.100.100.200", "168.63.129.16", "192.0.0.192"].compactMap {
            IPAddress($0)
        }
    )

    /// Ports on which the proxy itself listens, and the addresses that lead there.
    private let ownPorts: OwnPorts
    package let ownAddresses: Set<IPAddress>
    private let allowsLinkLocal: Bool

    package init(ownPorts: OwnPorts, ownAddresses: Set<IPAddress>, allowsLinkLocal: Bool) {
        self.ownPorts = ownPorts
        self.ownAddresses = ownAddresses
        self.allowsLinkLocal = allowsLinkLocal
    }

    /// Whether a URL in the clear names the proxy itself: with its port, and an own address or any name. A proxy in a
    /// server's place may be known by names that it does not know.
    package func isProxyItself(_ destination: Destination) -> Bool {
        guard !destination.isEncrypted, ownPorts.contains(destination.port) else { return false }
        guard let address = destination.writtenAddress else { return true }
        let objection = objection(to: address, port: destination.port, mayReachLoopback: true)
        if case .proxyItself = objection { return true }
        return false
    }

    /// nil if the proxy may connect there. What listens on loopback is for this machine's own programs, unless
    /// `mayReachLoopback`.
    package func objection(
        to address: IPAddress,
        port: UInt16,
        mayReachLoopback: Bool
    ) -> ForbiddenDestination? {
        let address = address.unmapped
        let isLoopback = address.isLoopback || address.isAny
        if ownPorts.contains(port), isLoopback || ownAddresses.contains(address) {
            return .proxyItself(address)
        }
        if isLoopback, !mayReachLoopback { return .loopback(address) }
        let isForbidden = address.isLinkLocal || Self.metadata.contains(address)
        return isForbidden && !allowsLinkLocal ? .linkLocal(address) : nil
    }
}
