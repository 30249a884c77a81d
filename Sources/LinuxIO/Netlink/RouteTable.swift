/// The IPv4 routes in the main table of a network namespace, and whether IPv6 leads out of it.
package struct RouteTable: Hashable, Sendable {
    package struct Route: Hashable, Sendable {
        package var interface: String
        /// In host byte order, like the mask.
        package var destination: UInt32
        package var mask: UInt32

        package var isDefault: Bool { destination == 0 && mask == 0 }
    }

    private static let wide: UInt32 = 0xFFFF_0000
    /// RTF_REJECT
    private static let refused: UInt32 = 0x0200

    package var routes: [Route]
    /// True if there is a default route for IPv6.
    package var hasIPv6Default: Bool

    /// Parses the kernel's texts. That of IPv4 has a line of titles, then one line per route, with hexadecimal numbers in the
    /// machine's byte order. `text6` has a line per IPv6 route.
    package init(kernelText text: String, text6: String = "") {
        hasIPv6Default = text6.split(separator: "\n").contains(where: Self.isIPv6Default)
        routes = text.split(separator: "\n").dropFirst().compactMap { line in
            let fields = line.split { $0 == "\t" || $0 == " " }
            guard fields.count > 7, let destination = UInt32(fields[1], radix: 16),
                let mask = UInt32(fields[7], radix: 16)
            else { return nil }
            return Route(
                interface: String(fields[0]),
                destination: UInt32(bigEndian: destination),
                mask: UInt32(bigEndian: mask)
            )
        }
    }

    /// The routes of the calling thread's namespace.
    package static func current() throws(SystemCallError) -> RouteTable {
        let bytes = try WholeFile.read("/proc/thread-self/net/route", limit: 4 << 20)
        // A kernel without IPv6 has no such file.
        let bytes6 = (try? WholeFile.read("/proc/thread-self/net/ipv6_route", limit: 4 << 20)) ?? []
        return RouteTable(
            kernelText: String(decoding: bytes, as: UTF8.self),
            text6: String(decoding: bytes6, as: UTF8.self)
        )
    }

    /// The kernel has a default route of its own on the loopback, which refuses everything.
    private static func isIPv6Default(_ line: Substring) -> Bool {
        let fields = line.split(separator: " ")
        guard fields.count == 10, let flags = UInt32(fields[8], radix: 16) else { return false }
        return fields[0].allSatisfy { $0 == "0" } && fields[1] == "00" && flags & refused == 0
            && fields[9] != "lo"
    }

    package func hasDefault(on interface: String) -> Bool {
        routes.contains { $0.isDefault && $0.interface == interface }
    }

    /// True if some route leads to all or part of this network. Routes to more than 65,536 addresses, such as
    /// the default route, do not count, since a narrower one takes precedence.
    package func reaches(_ network: UInt32, mask: UInt32) -> Bool {
        routes.contains { route in
            let both = route.mask & mask
            return route.mask > Self.wide && route.destination & both == network & both
        }
    }
}
