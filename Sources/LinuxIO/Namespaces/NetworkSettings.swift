import Glibc

/// The kernel settings of a network namespace that measurements depend on. All are set; none is left to the
/// machine.
package struct NetworkSettings: Hashable, Sendable {
    /// Largest TCP buffer in each direction, in bytes, which limits the window of a connection.
    package var largestBuffer: Int
    /// Largest receive buffer in bytes, if it must be smaller; nil uses `largestBuffer`.
    package var receiveBuffer: Int?
    /// False turns IPv6 off.
    package var hasIPv6 = false

    package init(largestBuffer: Int) {
        self.largestBuffer = largestBuffer
    }

    /// Applies the settings to the calling thread's namespace, and to one interface that it has already.
    package func apply(to interface: String) throws(SystemCallError) {
        for (name, value) in tcp {
            try KernelFile.write(value, to: "/proc/sys/net/ipv4/\(name)")
        }
        try Self.allowPing()
        if hasIPv6 { try Self.useQuietIPv6(on: interface) } else { try Self.silenceIPv6() }
    }

    /// Turns IPv6 on, with the addresses that it is given and no others, and without any packets of its own: interfaces ask for
    /// no router, and have no address that they would have to look for.
    package static func useQuietIPv6(on interface: String) throws(SystemCallError) {
        let folder = "/proc/sys/net/ipv6"
        // Labels are random, and nothing here reads them.
        try KernelFile.write("0", to: "\(folder)/auto_flowlabels")
        for scope in ["all", "default", interface] {
            for (name, value) in quietIPv6 {
                try KernelFile.write(value, to: "\(folder)/conf/\(scope)/\(name)")
            }
        }
    }

    private static let quietIPv6 = [
        ("accept_ra", "0"), ("autoconf", "0"), ("router_solicitations", "0"), ("dad_transmits", "0"),
        // 1 makes no address of the interface's own.
        ("addr_gen_mode", "1"), ("disable_ipv6", "0"),
    ]

    /// Makes the namespace's largest buffers at least as large as these, gives one more interface IPv6 if that is wanted, and
    /// leaves all else.
    package func widen(for interface: String) throws(SystemCallError) {
        if hasIPv6 { try Self.useQuietIPv6(on: interface) }
        for (name, value) in [("tcp_rmem", receiving), ("tcp_wmem", sending)] {
            let path = "/proc/sys/net/ipv4/\(name)"
            let present = try KernelFile.read(path)
            if Self.largest(present) < Self.largest(value) { try KernelFile.write(value, to: path) }
        }
    }

    /// The last of a setting's three sizes; 0 if it is none.
    private static func largest(_ sizes: String) -> Int {
        sizes.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) } ?? 0
    }

    /// Turns IPv6 off, since neighbour and router discovery would put extra packets onto the line. Does
    /// nothing without IPv6.
    package static func silenceIPv6() throws(SystemCallError) {
        for scope in ["all", "default"] {
            do {
                try KernelFile.write("1", to: "/proc/sys/net/ipv6/conf/\(scope)/disable_ipv6")
            } catch  where error.errno == ENOENT {
                continue
            }
        }
    }

    /// Lets `ping` work without privileges: for every group if that can be set, else for the user's own
    /// group, the only one that a user namespace knows.
    package static func allowPing() throws(SystemCallError) {
        let setting = "/proc/sys/net/ipv4/ping_group_range"
        do throws(SystemCallError) {
            try KernelFile.write("0 2147483647", to: setting)
        } catch  where error.errno == EINVAL {
            try KernelFile.write("\(getegid()) \(getegid())", to: setting)
        }
    }

    /// Minimum, initial and maximum size.
    private var receiving: String {
        guard let receiveBuffer else { return "4096 131072 \(max(131_072, largestBuffer))" }
        return "4096 \(min(131_072, receiveBuffer)) \(receiveBuffer)"
    }

    private var sending: String { "4096 16384 \(max(16_384, largestBuffer))" }

    private var tcp: [(name: String, value: String)] {
        [
            // No connection may profit from what another one learned.
            ("tcp_no_metrics_save", "1"),
            ("tcp_slow_start_after_idle", "1"),
            ("tcp_mtu_probing", "0"),
            // Adds twelve bytes to every header, which theory counts.
            ("tcp_timestamps", "1"),
            ("tcp_sack", "1"),
            ("tcp_window_scaling", "1"),
            ("tcp_rmem", receiving),
            ("tcp_wmem", sending),
        ]
    }
}
