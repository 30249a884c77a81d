internal import CLinux
import Glibc

extension RouteSocket {
    /// Sends every IPv4 packet that no other route takes to this neighbour.
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
}
