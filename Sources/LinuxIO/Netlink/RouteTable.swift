/// The IPv4 routes in the main table of a network namespace.
package struct RouteTable: Hashable, Sendable {
    package struct Route: Hashable, Sendable {
        package var interface: String
        /// In host byte order, like the mask.
        package var destination: UInt32
        package var mask: UInt32

        package var isDefault: Bool { destination == 0 && mask == 0 }
    }

    private static let wide: UInt32 = 0xFFFF_0000

    package var routes: [Route]

    /// Parses the kernel's text: a line of titles, then one line per route, with hexadecimal numbers in the
    /// machine's byte order.
    package init(kernelText text: String) {
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
        let path = "/proc/thread-self/net/route"
        let bytes = try WholeFile.read(path, limit: 4 << 20)
        return RouteTable(kernelText: String(decoding: bytes, as: UTF8.self))
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
