internal import CLinux
import Glibc
package import Wire

/// Sets up interfaces in the network namespace of the thread that opens it. Every change is acknowledged, or
/// throws.
package struct RouteSocket: ~Copyable {
    private let socket: NetlinkSocket

    package init() throws(SystemCallError) {
        socket = NetlinkSocket(
            owning: try systemCall("socket", on: "netlink") { netlab_route_socket() }
        )
    }

    /// Sends one request and waits for the kernel's answer. `what` and `target` appear in the error.
    private func request(
        _ what: String,
        on target: String,
        _ message: consuming NetlinkMessage
    ) throws(SystemCallError) {
        message.finish()
        try socket.exchange(what, on: target, message.bytes)
    }

    package static func index(of interface: String) throws(SystemCallError) -> Int32 {
        let index = if_nametoindex(interface)
        guard index != 0 else {
            throw SystemCallError("if_nametoindex", on: interface, errno: netlab_errno())
        }
        return Int32(index)
    }
}

// MARK: Addresses

extension RouteSocket {
    /// Adds an address to the interface, and with it the route to its network. It can be used at once: an IPv6 address is not
    /// looked for on the link first.
    package func addAddress(
        _ address: IPAddress,
        prefixLength: Int,
        to interface: String
    ) throws(SystemCallError) {
        var message = NetlinkMessage(Int(RTM_NEWADDR), flags: NLM_F_CREATE | NLM_F_EXCL)
        message.append(
            ifaddrmsg(
                ifa_family: UInt8(address.family),
                ifa_prefixlen: UInt8(prefixLength),
                ifa_flags: address.isV4 ? 0 : UInt8(IFA_F_NODAD),
                ifa_scope: 0,
                ifa_index: UInt32(try Self.index(of: interface))
            )
        )
        message.attribute(Int(IFA_LOCAL), raw: address.octets)
        message.attribute(Int(IFA_ADDRESS), raw: address.octets)
        try request("netlink address add", on: interface, message)
    }
}

// MARK: Routes

extension RouteSocket {
    /// What becomes of packets to a network that no interface leads to.
    package enum Refusal: Sendable {
        /// Their sender is told that there is no route.
        case unreachable
        /// They disappear.
        case blackHole
    }

    /// Routes all packets of the gateway's kind without another route to this neighbour.
    package func addDefaultRoute(by gateway: IPAddress, on interface: String) throws(SystemCallError) {
        try addRoute(to: gateway.isV4 ? .all4 : .all6, by: gateway, on: interface)
    }

    /// Routes packets to a network to this neighbour, or to the interface itself. `initialWindow` is the first congestion window
    /// of connections there, in segments; nil leaves it to the kernel.
    package func addRoute(
        to network: IPNetwork,
        by gateway: IPAddress?,
        on interface: String,
        initialWindow: Int? = nil
    ) throws(SystemCallError) {
        var message = Self.route(to: network, RTN_UNICAST)
        if let gateway { message.attribute(Int(RTA_GATEWAY.rawValue), raw: gateway.octets) }
        message.attribute(Int(RTA_OIF.rawValue), UInt32(try Self.index(of: interface)))
        if let initialWindow { Self.setInitialWindow(initialWindow, of: &message) }
        try request("netlink route add", on: interface, message)
    }

    /// Refuses packets to a network.
    package func refuse(_ network: IPNetwork, _ refusal: Refusal) throws(SystemCallError) {
        let kind =
            switch refusal {
            case .unreachable: RTN_UNREACHABLE
            case .blackHole: RTN_BLACKHOLE
            }
        try request("netlink route add", on: "\(network)", Self.route(to: network, kind))
    }

    private static func route(to network: IPNetwork, _ kind: some BinaryInteger) -> NetlinkMessage {
        var message = NetlinkMessage(Int(RTM_NEWROUTE), flags: NLM_F_CREATE | NLM_F_EXCL)
        message.append(
            rtmsg(
                rtm_family: UInt8(network.base.family),
                rtm_dst_len: UInt8(network.bits),
                rtm_src_len: 0,
                rtm_tos: 0,
                rtm_table: UInt8(RT_TABLE_MAIN.rawValue),
                rtm_protocol: UInt8(RTPROT_STATIC),
                rtm_scope: UInt8(RT_SCOPE_UNIVERSE.rawValue),
                rtm_type: UInt8(kind),
                rtm_flags: 0
            )
        )
        if network.bits > 0 { message.attribute(Int(RTA_DST.rawValue), raw: network.base.octets) }
        return message
    }

    /// Sets the initial congestion window, in segments, of connections to the network of the interface's
    /// address. The address must exist.
    package func setInitialWindow(
        _ segments: Int,
        from address: IPAddress,
        prefixLength: Int,
        on interface: String
    ) throws(SystemCallError) {
        var message = NetlinkMessage(Int(RTM_NEWROUTE), flags: NLM_F_CREATE | NLM_F_REPLACE)
        message.append(
            rtmsg(
                rtm_family: UInt8(address.family),
                rtm_dst_len: UInt8(prefixLength),
                rtm_src_len: 0,
                rtm_tos: 0,
                rtm_table: UInt8(RT_TABLE_MAIN.rawValue),
                rtm_protocol: UInt8(RTPROT_KERNEL),
                rtm_scope: UInt8(RT_SCOPE_LINK.rawValue),
                rtm_type: UInt8(RTN_UNICAST),
                rtm_flags: 0
            )
        )
        message.attribute(Int(RTA_DST.rawValue), raw: address.network(prefixLength).octets)
        // The kernel's own route of an IPv6 address has no preferred source, and this priority.
        if address.isV4 {
            message.attribute(Int(RTA_PREFSRC.rawValue), raw: address.octets)
        } else {
            message.attribute(Int(RTA_PRIORITY.rawValue), UInt32(Self.priorityOfOwnRoutes))
        }
        message.attribute(Int(RTA_OIF.rawValue), UInt32(try Self.index(of: interface)))
        Self.setInitialWindow(segments, of: &message)
        try request("netlink route replace", on: interface, message)
    }

    private static func setInitialWindow(_ segments: Int, of route: inout NetlinkMessage) {
        route.nest(Int(RTA_METRICS.rawValue)) { metrics in
            metrics.attribute(Int(RTAX_INITCWND), UInt32(segments))
        }
    }
}

// MARK: Interfaces

extension RouteSocket {
    /// IP6_RT_PRIO_ADDRCONF.
    private static let priorityOfOwnRoutes = 256

    /// Brings the interface up with the given settings; others stay the same. If it does not join groups, a host that passes
    /// packets on does not report there that it is a router.
    package func bringUp(
        _ interface: String,
        mtu: Int? = nil,
        queueLength: Int? = nil,
        resolvesAddresses: Bool = true,
        joinsGroups: Bool = true
    ) throws(SystemCallError) {
        let silent = resolvesAddresses ? 0 : UInt32(IFF_NOARP)
        let lonely = joinsGroups ? 0 : UInt32(IFF_MULTICAST)
        var message = NetlinkMessage(Int(RTM_NEWLINK))
        message.append(
            ifinfomsg(
                ifi_family: UInt8(AF_UNSPEC),
                __ifi_pad: 0,
                ifi_type: 0,
                ifi_index: try Self.index(of: interface),
                ifi_flags: UInt32(IFF_UP) | silent,
                ifi_change: UInt32(IFF_UP) | silent | lonely
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

extension IPAddress {
    /// Of sockets and routes.
    var family: Int32 { isV4 ? AF_INET : AF_INET6 }
}
