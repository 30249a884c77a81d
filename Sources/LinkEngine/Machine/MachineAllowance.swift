/// Whether this machine lets this user use one feature of the bench.
package struct MachineAllowance: Hashable, Sendable {
    package enum Feature: String, Hashable, Sendable, CaseIterable {
        /// The process's own network namespaces; packet mode requires them.
        case namespaces
        /// A line over TUN interfaces.
        case tun
        /// A line over virtual Ethernet and packet sockets.
        case veth
    }

    package var feature: Feature
    package var isAllowed: Bool
    /// The obstacle; nil if there is none.
    package var reason: String?
    /// The remedy; nil if none is needed.
    package var remedy: String?

    package init(_ feature: Feature, isAllowed: Bool, reason: String? = nil, remedy: String? = nil) {
        self.feature = feature
        self.isAllowed = isAllowed
        self.reason = reason
        self.remedy = remedy
    }
}
