package import Wire

/// Decides which addresses a proxy may connect to. It judges addresses, not names: a name may lead anywhere.
package struct DestinationRules: Hashable, Sendable {
    /// Ports on which the proxy itself listens, and the addresses that lead there.
    private let ownPorts: Set<UInt16>
    package let ownAddresses: Set<IPAddress>
    private let allowsLinkLocal: Bool

    package init(ownPorts: Set<UInt16>, ownAddresses: Set<IPAddress>, allowsLinkLocal: Bool) {
        self.ownPorts = ownPorts
        self.ownAddresses = ownAddresses
        self.allowsLinkLocal = allowsLinkLocal
    }

    /// Whether a URL in the clear names the proxy itself: with its port, and an own address or any name. A proxy in a
    /// server's place may be known by names that it does not know.
    package func isProxyItself(_ destination: Destination) -> Bool {
        guard !destination.isEncrypted, ownPorts.contains(destination.port) else { return false }
        guard let address = destination.writtenAddress else { return true }
        if case .proxyItself = objection(to: address, port: destination.port) { return true }
        return false
    }

    /// nil if the proxy may connect there.
    package func objection(to address: IPAddress, port: UInt16) -> ForbiddenDestination? {
        let address = address.unmapped
        if ownPorts.contains(port), address.isLoopback || address.isAny || ownAddresses.contains(address) {
            return .proxyItself(address)
        }
        return address.isLinkLocal && !allowsLinkLocal ? .linkLocal(address) : nil
    }
}
