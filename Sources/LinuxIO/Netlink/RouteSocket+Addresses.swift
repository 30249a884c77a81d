internal import CLinux
import Glibc

extension RouteSocket {
    /// Gives the interface an IPv4 address; the route to its network comes with it.
    package func addAddress(
        _ address: UInt32,
        prefixLength: Int,
        to interface: String
    ) throws(SystemCallError) {
        var message = NetlinkMessage(Int(RTM_NEWADDR), flags: NLM_F_CREATE | NLM_F_EXCL)
        message.append(
            ifaddrmsg(
                ifa_family: UInt8(AF_INET),
                ifa_prefixlen: UInt8(prefixLength),
                ifa_flags: 0,
                ifa_scope: 0,
                ifa_index: UInt32(try Self.index(of: interface))
            )
        )
        message.attribute(Int(IFA_LOCAL), address.bigEndian)
        message.attribute(Int(IFA_ADDRESS), address.bigEndian)
        try request("netlink address add", on: interface, message)
    }

    /// Sends what is meant for a network out of the interface; prefix length 0 is the default route.
    package func addRoute(
        to network: UInt32,
        prefixLength: Int,
        through interface: String
    ) throws(SystemCallError) {
        var message = NetlinkMessage(Int(RTM_NEWROUTE), flags: NLM_F_CREATE | NLM_F_EXCL)
        message.append(
            rtmsg(
                rtm_family: UInt8(AF_INET),
                rtm_dst_len: UInt8(prefixLength),
                rtm_src_len: 0,
                rtm_tos: 0,
                rtm_table: UInt8(RT_TABLE_MAIN.rawValue),
                rtm_protocol: UInt8(RTPROT_BOOT),
                rtm_scope: UInt8(RT_SCOPE_LINK.rawValue),
                rtm_type: UInt8(RTN_UNICAST),
                rtm_flags: 0
            )
        )
        if prefixLength > 0 { message.attribute(Int(RTA_DST.rawValue), network.bigEndian) }
        message.attribute(Int(RTA_OIF.rawValue), UInt32(try Self.index(of: interface)))
        try request("netlink route add", on: interface, message)
    }
}
