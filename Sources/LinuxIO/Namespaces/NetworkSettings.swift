import Glibc

/// The kernel's settings of one network namespace that measurements hang on, each stated, none left to the machine.
package struct NetworkSettings: Hashable, Sendable {
    /// The largest TCP buffer in each direction, in bytes: what bounds the window of one connection.
    package var largestBuffer: Int
    /// The largest that is received into, in bytes, where that shall be smaller; nil is `largestBuffer`.
    package var receiveBuffer: Int?

    package init(largestBuffer: Int) {
        self.largestBuffer = largestBuffer
    }

    /// Sets them for the namespace of the calling thread.
    package func apply() throws(SystemCallError) {
        for (name, value) in tcp {
            try KernelFile.write(value, to: "/proc/sys/net/ipv4/\(name)")
        }
        try Self.allowPing()
        try Self.silenceIPv6()
    }

    /// Neighbour and router discovery would put packets of nobody's onto the line. Nothing to do without IPv6.
    package static func silenceIPv6() throws(SystemCallError) {
        for scope in ["all", "default"] {
            do {
                try KernelFile.write("1", to: "/proc/sys/net/ipv6/conf/\(scope)/disable_ipv6")
            } catch  where error.errno == ENOENT {
                continue
            }
        }
    }

    /// Lets `ping` do without rights: every group where that may be said, else the user's own, which is the only one
    /// that a user namespace knows.
    package static func allowPing() throws(SystemCallError) {
        let setting = "/proc/sys/net/ipv4/ping_group_range"
        do throws(SystemCallError) {
            try KernelFile.write("0 2147483647", to: setting)
        } catch  where error.errno == EINVAL {
            try KernelFile.write("\(getegid()) \(getegid())", to: setting)
        }
    }

    /// At least, at first, at most.
    private var receiving: String {
        guard let receiveBuffer else { return "4096 131072 \(max(131_072, largestBuffer))" }
        return "4096 \(min(131_072, receiveBuffer)) \(receiveBuffer)"
    }

    private var tcp: [(name: String, value: String)] {
        [
            // Nothing learnt from one connection may speed up the next.
            ("tcp_no_metrics_save", "1"),
            ("tcp_slow_start_after_idle", "1"),
            ("tcp_mtu_probing", "0"),
            // Twelve bytes of every header: the theory counts them.
            ("tcp_timestamps", "1"),
            ("tcp_sack", "1"),
            ("tcp_window_scaling", "1"),
            ("tcp_rmem", receiving),
            ("tcp_wmem", "4096 16384 \(max(16_384, largestBuffer))"),
        ]
    }
}
