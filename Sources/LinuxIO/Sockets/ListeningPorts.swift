/// The sockets of a host that wait for connections or datagrams.
package enum ListeningPorts {
    /// The kernel's codes of the states: listening for TCP, unconnected for UDP.
    private static let tables = [("tcp", "0A"), ("tcp6", "0A"), ("udp", "07"), ("udp6", "07")]

    /// Number of such sockets in the calling thread's network namespace, limited to one page of each of the
    /// kernel's tables.
    package static func count() -> Int {
        Self.tables.reduce(0) { sum, table in
            let text = (try? KernelFile.read("/proc/thread-self/net/\(table.0)")) ?? ""
            return sum
                + text.split(separator: "\n").count { line in
                    let fields = line.split(separator: " ")
                    return fields.count > 3 && fields[3] == table.1
                }
        }
    }
}
