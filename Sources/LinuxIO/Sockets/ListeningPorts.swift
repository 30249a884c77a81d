/// The sockets of a host at which somebody waits to be spoken to.
package enum ListeningPorts {
    /// How the kernel writes the states: listening for TCP, unconnected for UDP.
    private static let tables = [("tcp", "0A"), ("tcp6", "0A"), ("udp", "07"), ("udp6", "07")]

    /// Of the calling thread's network namespace: at least as many as one page of each of the kernel's tables shows.
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
