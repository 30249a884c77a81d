/// Whether this machine, for this user, allows one thing that the bench can use.
package struct MachineAllowance: Hashable, Sendable {
    package enum Feature: String, Hashable, Sendable, CaseIterable {
        /// Network namespaces of one's own: without them there is no packet mode.
        case namespaces
        /// A line over TUN interfaces.
        case tun
        /// A line over virtual Ethernet and packet sockets.
        case veth
    }

    package var feature: Feature
    package var isAllowed: Bool
    /// What stands in the way; nil where nothing does.
    package var reason: String?
    /// What to do about it; nil where nothing need be done.
    package var remedy: String?

    package init(_ feature: Feature, isAllowed: Bool, reason: String? = nil, remedy: String? = nil) {
        self.feature = feature
        self.isAllowed = isAllowed
        self.reason = reason
        self.remedy = remedy
    }
}
