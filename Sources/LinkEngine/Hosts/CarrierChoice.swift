/// What carries the packets between the two hosts.
package enum CarrierChoice: String, Hashable, Sendable, CaseIterable {
    /// TUN if it may be opened, else veth.
    case automatic
    case tun
    case veth
}
