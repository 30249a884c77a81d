package import Wire

/// Names that lead to another address than their own, for all but those who must reach the real servers.
package struct NameRedirection: Sendable {
    /// One for each version of IP in which they are to be reached.
    package let addresses: [IPAddress]
    /// Whoever asks from here gets the real addresses.
    package let exempt: Set<IPAddress>
    /// Called on the server's thread, with a name in lower case.
    package let applies: @Sendable (String) -> Bool

    package init(
        to addresses: [IPAddress],
        exempt: Set<IPAddress>,
        where applies: @escaping @Sendable (String) -> Bool
    ) {
        self.addresses = addresses
        self.exempt = exempt
        self.applies = applies
    }
}
