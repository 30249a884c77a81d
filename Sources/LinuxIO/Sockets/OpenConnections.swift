/// TCP connections over IPv4 of the calling thread's host.
package enum OpenConnections {
    /// The kernel's code of connections whose other end has not closed.
    private static let established = "01"
    private static let longestTable = 1 << 20

    /// Number of those to an address whose other end has not closed, as far as this host knows.
    package static func count(to address: UInt32) -> Int {
        guard let table = try? WholeFile.read("/proc/thread-self/net/tcp", limit: longestTable) else {
            return 0
        }
        return count(to: address, in: String(decoding: table, as: UTF8.self))
    }

    /// `table` is the kernel's, with one line a connection.
    static func count(to address: UInt32, in table: String) -> Int {
        let digits = String(address.byteSwapped, radix: 16, uppercase: true)
        let peer = String(repeating: "0", count: 8 - digits.count) + digits + ":"
        return table.split(separator: "\n").count { line in
            let fields = line.split(separator: " ")
            return fields.count > 3 && fields[2].hasPrefix(peer) && fields[3] == established
        }
    }
}
