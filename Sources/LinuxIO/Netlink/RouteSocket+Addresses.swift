internal import CLinux
import Glibc

extension RouteSocket {
    /// Adds an IPv4 address to the interface, and with it the route to its network.
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
}
