import CLinux
import Glibc

/// What a process still may do once it knows its work, so that foreign bytes which got hold of it could do little more.
package enum ProcessRights: Hashable, Sendable {
    /// Reads and writes files. It opens no socket and starts no program; as root it keeps root's rights to files only.
    case files
    /// Serves the network besides: sockets are allowed, also on ports below 1024, and any congestion control.
    case network
    /// Uses the network, and records packets.
    case packets

    /// Gives up all other rights, for good. Must be called before the process has a second thread. A container may forbid
    /// parts of this: then the process goes on with the rights that it has.
    package func keepOnly() {
        _ = netlab_gain_nothing_by_programs()
        // Where the processor's calls are not known, a filter would refuse them all.
        if netlab_architecture != 0 {
            let steps = CallFilter(refusing: refused).steps
            _ = netlab_filter_calls(steps, UInt16(steps.count))
        }
        var sets = [netlab_capabilities](repeating: netlab_capabilities(), count: 2)
        guard netlab_capabilities_get(&sets) == 0 else { return }
        sets[0].effective &= capabilities
        sets[0].permitted &= capabilities
        sets[0].inheritable = 0
        sets[1] = netlab_capabilities()
        _ = netlab_capabilities_set(sets)
    }

    /// A bit for each capability that is kept, if the process has it.
    private var capabilities: UInt32 {
        let files = [CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH, CAP_FOWNER]
        let more: [Int32] =
            switch self {
            case .files: []
            case .network: [CAP_NET_BIND_SERVICE, CAP_NET_ADMIN, CAP_SYS_NICE]
            case .packets: [CAP_NET_RAW, CAP_NET_ADMIN, CAP_SYS_NICE]
            }
        return (files + more).reduce(0) { $0 | 1 << UInt32($1) }
    }

    /// Numbers of the system calls that are refused.
    private var refused: [Int32] {
        let programs = [SYS_execve, SYS_execveat, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev]
        let kernel = [
            SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_setns, SYS_unshare, SYS_init_module,
            SYS_finit_module, SYS_kexec_load, SYS_reboot, SYS_swapon, SYS_keyctl, SYS_add_key,
            SYS_userfaultfd,
            SYS_perf_event_open, SYS_io_uring_setup,
        ]
        // The filter of packets is itself a program in the kernel.
        let network =
            self == .files ? [SYS_socket, SYS_socketpair, SYS_connect, SYS_bind, SYS_bpf] : [SYS_bpf]
        return programs + kernel + network
    }
}
