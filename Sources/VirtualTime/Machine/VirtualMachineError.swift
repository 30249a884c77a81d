package import LinuxIO

/// Why something could not run in virtual time.
package enum VirtualMachineError: Error, Hashable, Sendable {
    /// A descriptor, a file or the process could not be created.
    case system(SystemCallError)
    /// The guest kernel ended before the program did, with these last messages.
    case crashed(String)
    /// The program could not be executed inside the guest.
    case refused(SystemCallError)
}

extension VirtualMachineError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .system(let error): "the guest kernel could not be started: \(error)"
        case .refused(let error): "the program could not be run in the guest: \(error)"
        case .crashed(let words):
            "the guest kernel ended early" + (words.isEmpty ? "" : ": \(words)")
        }
    }

    /// Advice, if there is any.
    package var remedy: String? {
        guard case .crashed(let words) = self else { return nil }
        if words.contains("set fp regs failed") {
            return
                "this guest kernel does not know how many registers the processor has: build it again (make virtual-kernel), or install a newer package netlab-kernels"
        }
        if words.contains("ptrace") {
            return
                "this machine does not let a program trace its own children: use real time (--clock real)"
        }
        if words.contains("out of space") || words.contains("mmap") || words.contains("PROT_EXEC") {
            return
                "the guest's memory is in $TMPDIR, else in /dev/shm, which needs room and must allow running programs"
        }
        return nil
    }
}
