/// What shall carry the packets between the two hosts.
package enum CarrierChoice: String, Hashable, Sendable, CaseIterable {
    /// TUN where it may be opened, else veth.
    case automatic
    case tun
    case veth
}
