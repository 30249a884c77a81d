package import Wire

/// Decides which clients may use a proxy: those of this machine, and those in ranges that were allowed.
package struct ClientAccess: Hashable, Sendable {
    private let allowed: [IPNetwork]
    private let ownAddresses: Set<IPAddress>

    /// `ownAddresses` are the machine's own: nobody else can come from them.
    package init(allowed: [IPNetwork] = [], ownAddresses: Set<IPAddress> = []) {
        self.allowed = allowed
        self.ownAddresses = ownAddresses
    }

    /// The client is a program of this machine.
    package func isOwn(_ client: IPAddress) -> Bool { client.isLoopback || ownAddresses.contains(client) }

    package func allows(_ client: IPAddress) -> Bool {
        isOwn(client) || allowed.contains { $0.contains(client) }
    }
}
