/// The machine that a run was made on.
package struct MachineRecord: Hashable, Sendable {
    package var kernel: String
    package var cpus: Int
    package var memoryBytes: Int64
    /// True where the run had root's rights.
    package var isPrivileged: Bool

    package init(kernel: String, cpus: Int, memoryBytes: Int64, isPrivileged: Bool) {
        self.kernel = kernel
        self.cpus = cpus
        self.memoryBytes = memoryBytes
        self.isPrivileged = isPrivileged
    }
}
