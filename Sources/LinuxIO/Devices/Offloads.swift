internal import CLinux

/// Work that the kernel leaves to network cards. A line must see packets as they are on a wire.
package enum Offloads {
    /// Turns checksum offload, segmentation and merging off at the interface, so that every packet is whole
    /// and complete.
    package static func disable(on interface: String) throws(SystemCallError) {
        let socket = OwnedDescriptor(
            owning: try systemCall("socket", on: "ethtool") { netlab_control_socket() }
        )
        let commands = [
            ("tx", ETHTOOL_STXCSUM), ("rx", ETHTOOL_SRXCSUM), ("tso", ETHTOOL_STSO), ("gso", ETHTOOL_SGSO),
            ("gro", ETHTOOL_SGRO),
        ]
        for (name, command) in commands {
            try systemCall("ethtool \(name) off", on: interface) {
                netlab_ethtool_set(socket.raw, interface, UInt32(command), 0)
            }
        }
    }
}
