import Glibc

/// The IPv6 settings of a machine's interfaces, as they were before it began to forward packets.
///
/// Forwarding for all sets each interface's own setting, and makes the machine a router: it forgets its default routes and
/// hears no more of them, unless the interface accepts router advertisements all the same (`accept_ra` 2).
struct HostIPv6: Sendable {
    private struct Interface {
        let name: String
        let forwards: Bool
        /// It listened to routers as a host does (`accept_ra` 1).
        let listens: Bool
    }

    private static let folder = "/proc/sys/net/ipv6/conf"
    private let interfaces: [Interface]

    /// Reads the settings of this process's network namespace.
    init() throws(SystemCallError) {
        let names = try Folder.names(in: Self.folder).filter { $0 != "all" }
        interfaces = names.map { name in
            Interface(
                name: name,
                forwards: KernelFile.number(Self.path(name, "forwarding")) == 1,
                listens: KernelFile.number(Self.path(name, "accept_ra")) == 1
            )
        }
    }

    /// Before forwarding is turned on: what listens to routers goes on doing so.
    func keepListening() throws(SystemCallError) {
        for interface in interfaces where interface.listens { try Self.write("2", interface, "accept_ra") }
    }

    /// After forwarding was turned off.
    func restore() throws(SystemCallError) {
        for interface in interfaces {
            if interface.forwards { try Self.write("1", interface, "forwarding") }
            if interface.listens, KernelFile.number(Self.path(interface.name, "accept_ra")) == 2 {
                try Self.write("1", interface, "accept_ra")
            }
        }
    }

    private static func path(_ interface: String, _ setting: String) -> String {
        "\(folder)/\(interface)/\(setting)"
    }

    /// An interface that has gone needs nothing.
    private static func write(_ value: String, _ interface: Interface, _ setting: String)
        throws(SystemCallError)
    {
        do throws(SystemCallError) {
            try KernelFile.write(value, to: path(interface.name, setting))
        } catch  where error.errno == ENOENT {
            return
        }
    }
}
