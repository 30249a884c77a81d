package import JSON

/// The machine on which a run took place.
package struct MachineRecord: Hashable, Sendable {
    package var kernel: String
    package var cpus: Int
    package var memoryBytes: Int64
    /// True if the run had root privileges.
    package var isPrivileged: Bool

    package init(kernel: String, cpus: Int, memoryBytes: Int64, isPrivileged: Bool) {
        self.kernel = kernel
        self.cpus = cpus
        self.memoryBytes = memoryBytes
        self.isPrivileged = isPrivileged
    }
}

extension MachineRecord: Tabulated {
    package static let figures: [ResultFigure<MachineRecord>] = [
        .member("kernel", \.kernel),
        .member("cpus", \.cpus),
        .member("memoryBytes", \.memoryBytes),
        .member("privileged", \.isPrivileged),
    ]

    package init(json: JSONValue) {
        self.init(kernel: "", cpus: 0, memoryBytes: 0, isPrivileged: false)
        Self.figures.read(json, into: &self)
    }
}
