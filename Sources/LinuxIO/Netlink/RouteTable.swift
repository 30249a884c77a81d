/// The IPv4 routes of one network namespace, as the kernel's main table has them.
package struct RouteTable: Hashable, Sendable {
    package struct Route: Hashable, Sendable {
        package var interface: String
        /// In host order, like the mask.
        package var destination: UInt32
        package var mask: UInt32

        package var isDefault: Bool { destination == 0 && mask == 0 }
    }

    private static let wide: UInt32 = 0xFFFF_0000

    package var routes: [Route]

    /// Reads what the kernel shows: a line of titles, then a line for each route; the numbers are hexadecimal, their
    /// bytes in the machine's order.
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

    /// That of the calling thread's namespace.
    package static func current() throws(SystemCallError) -> RouteTable {
        let path = "/proc/thread-self/net/route"
        let bytes = try WholeFile.read(path, limit: 4 << 20)
        return RouteTable(kernelText: String(decoding: bytes, as: UTF8.self))
    }

    package func hasDefault(on interface: String) -> Bool {
        routes.contains { $0.isDefault && $0.interface == interface }
    }

    /// True where some route leads to an address of this network or to all of it. Those to more than 65 536 addresses, as
    /// the default, give way to a narrower one and do not count.
    package func reaches(_ network: UInt32, mask: UInt32) -> Bool {
        routes.contains { route in
            let both = route.mask & mask
            return route.mask > Self.wide && route.destination & both == network & both
        }
    }
}
