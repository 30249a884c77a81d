/// What the kernel has counted at the interfaces of the calling thread's namespace.
package enum InterfaceCounters {
    /// The fields of a line after the name: eight for what was received, then bytes, packets, errors and drops sent.
    private static let droppedSendsField = 11

    package static func droppedSends(of interface: String) throws(SystemCallError) -> Int {
        let table = try KernelFile.read("/proc/thread-self/net/dev")
        for line in table.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == interface else { continue }
            let fields = parts[1].split(separator: " ")
            return fields.count > droppedSendsField ? Int(fields[droppedSendsField]) ?? 0 : 0
        }
        return 0
    }
}
