package import Wire

/// Names that lead to another address than their own, for all but those who must reach the real servers.
package struct NameRedirection: Sendable {
    /// In host order.
    package let address: UInt32
    /// Whoever asks from here gets the real addresses.
    package let exempt: IPAddress
    /// Called on the server's thread, with a name in lower case.
    package let applies: @Sendable (String) -> Bool

    package init(
        to address: UInt32,
        exempt: IPAddress,
        where applies: @escaping @Sendable (String) -> Bool
    ) {
        self.address = address
        self.exempt = exempt
        self.applies = applies
    }
}
