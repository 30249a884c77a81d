internal import CLinux
import Glibc

extension RouteSocket {
    /// Brings the interface up with the given settings; others stay the same.
    package func bringUp(
        _ interface: String,
        mtu: Int? = nil,
        queueLength: Int? = nil,
        resolvesAddresses: Bool = true
    ) throws(SystemCallError) {
        let silent = resolvesAddresses ? 0 : UInt32(IFF_NOARP)
        var message = NetlinkMessage(Int(RTM_NEWLINK))
        message.append(
            ifinfomsg(
                ifi_family: UInt8(AF_UNSPEC),
                __ifi_pad: 0,
                ifi_type: 0,
                ifi_index: try Self.index(of: interface),
                ifi_flags: UInt32(IFF_UP) | silent,
                ifi_change: UInt32(IFF_UP) | silent
            )
        )
        if let mtu { message.attribute(Int(IFLA_MTU), UInt32(mtu)) }
        if let queueLength { message.attribute(Int(IFLA_TXQLEN), UInt32(queueLength)) }
        try request("netlink link set up", on: interface, message)
    }

    /// Removes the interface together with its peer.
    package func remove(_ interface: String) throws(SystemCallError) {
        var message = NetlinkMessage(Int(RTM_DELLINK))
        message.append(
            ifinfomsg(
                ifi_family: UInt8(AF_UNSPEC),
                __ifi_pad: 0,
                ifi_type: 0,
                ifi_index: try Self.index(of: interface),
                ifi_flags: 0,
                ifi_change: 0
            )
        )
        try request("netlink link delete", on: interface, message)
    }

    /// Creates two connected interfaces: `name` here and `peer` in the other namespace.
    ///
    /// Both get the same hardware address, so that neither ever has to resolve the other's.
    package func addPair(
        _ name: String,
        peer: String,
        in namespace: borrowing NetworkNamespace,
        hardwareAddress: [UInt8],
        mtu: Int
    ) throws(SystemCallError) {
        let number = UInt32(namespace.raw)
        var message = NetlinkMessage(Int(RTM_NEWLINK), flags: NLM_F_CREATE | NLM_F_EXCL)
        message.append(ifinfomsg())
        message.attribute(Int(IFLA_IFNAME), name)
        message.attribute(Int(IFLA_ADDRESS), raw: hardwareAddress)
        message.attribute(Int(IFLA_MTU), UInt32(mtu))
        message.nest(Int(IFLA_LINKINFO)) { info in
            info.attribute(Int(IFLA_INFO_KIND), "veth")
            info.nest(Int(IFLA_INFO_DATA)) { data in
                data.nest(Int(VETH_INFO_PEER)) { other in
                    other.append(ifinfomsg())
                    other.attribute(Int(IFLA_IFNAME), peer)
                    other.attribute(Int(IFLA_ADDRESS), raw: hardwareAddress)
                    other.attribute(Int(IFLA_MTU), UInt32(mtu))
                    other.attribute(Int(IFLA_NET_NS_FD), number)
                }
            }
        }
        try request("netlink veth add", on: name, message)
    }
}
