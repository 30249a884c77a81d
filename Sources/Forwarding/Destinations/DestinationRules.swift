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

    /// nil if the proxy may connect there.
    package func objection(to address: IPAddress, port: UInt16) -> ForbiddenDestination? {
        let address = address.unmapped
        if ownPorts.contains(port), address.isLoopback || address.isAny || ownAddresses.contains(address) {
            return .proxyItself(address)
        }
        return address.isLinkLocal && !allowsLinkLocal ? .linkLocal(address) : nil
    }
}
