package import Wire

/// Decides which clients may use a proxy: those of this machine, and those in ranges that were allowed.
package struct ClientAccess: Hashable, Sendable {
    private let allowed: [AddressRange]

    package init(allowed: [AddressRange] = []) {
        self.allowed = allowed
    }

    package func allows(_ client: IPAddress) -> Bool {
        client.isLoopback || allowed.contains { $0.contains(client) }
    }
}
