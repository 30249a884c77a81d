/// Counters of the interfaces in the calling thread's namespace.
package enum InterfaceCounters {
    /// Index of the field after the name: eight fields for received packets, then bytes, packets, errors and
    /// drops sent.
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
