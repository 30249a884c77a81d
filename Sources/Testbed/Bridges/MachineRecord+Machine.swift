import LinuxIO
package import Runs

extension MachineRecord {
    package static var ofThisMachine: MachineRecord {
        MachineRecord(
            kernel: Machine.kernel,
            cpus: Machine.processors,
            memoryBytes: Machine.memoryBytes,
            isPrivileged: Machine.isRoot
        )
    }
}
