internal import CLinux
import Glibc

extension RouteSocket {
    /// Routes all IPv4 packets without another route to this neighbour.
    package func addDefaultRoute(by gateway: UInt32, on interface: String) throws(SystemCallError) {
        var message = NetlinkMessage(Int(RTM_NEWROUTE), flags: NLM_F_CREATE | NLM_F_EXCL)
        message.append(
            rtmsg(
                rtm_family: UInt8(AF_INET),
                rtm_dst_len: 0,
                rtm_src_len: 0,
                rtm_tos: 0,
                rtm_table: UInt8(RT_TABLE_MAIN.rawValue),
                rtm_protocol: UInt8(RTPROT_STATIC),
                rtm_scope: UInt8(RT_SCOPE_UNIVERSE.rawValue),
                rtm_type: UInt8(RTN_UNICAST),
                rtm_flags: 0
            )
        )
        message.attribute(Int(RTA_GATEWAY.rawValue), gateway.bigEndian)
        message.attribute(Int(RTA_OIF.rawValue), UInt32(try Self.index(of: interface)))
        try request("netlink route add", on: interface, message)
    }

    /// Sets the initial congestion window, in segments, of connections to the network of the interface's
    /// address. The address must exist.
    package func setInitialWindow(
        _ segments: Int,
        from address: UInt32,
        prefixLength: Int,
        on interface: String
    ) throws(SystemCallError) {
        var message = NetlinkMessage(Int(RTM_NEWROUTE), flags: NLM_F_CREATE | NLM_F_REPLACE)
        message.append(
            rtmsg(
                rtm_family: UInt8(AF_INET),
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
        let network = address & (UInt32.max << UInt32(32 - prefixLength))
        message.attribute(Int(RTA_DST.rawValue), network.bigEndian)
        message.attribute(Int(RTA_PREFSRC.rawValue), address.bigEndian)
        message.attribute(Int(RTA_OIF.rawValue), UInt32(try Self.index(of: interface)))
        message.nest(Int(RTA_METRICS.rawValue)) { metrics in
            metrics.attribute(Int(RTAX_INITCWND), UInt32(segments))
        }
        try request("netlink route replace", on: interface, message)
    }
}
