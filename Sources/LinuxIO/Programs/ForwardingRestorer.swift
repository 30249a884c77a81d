internal import CLinux
import Glibc

/// A process that keeps packet forwarding on in a network namespace as long as netlab needs it. It restores
/// the setting even if netlab is killed, since the kernel does not tie the setting to an owner.
///
/// Several keepers may work on one namespace. Each holds a shared lock on the setting. The one that changed
/// it waits until it has the lock alone before it restores the setting, possibly long after its own netlab
/// has ended.
package enum ForwardingRestorer {
    /// Does the work in the network namespace of this process, and exits.
    package static func work(_ call: ForwardingCall) -> Never {
        _ = netlab_name_thread("netlab-forwards")
        // A session of its own receives neither the terminal's signals nor those sent to netlab's group.
        setsid()
        chdir("/")
        do throws(SystemCallError) {
            let control = try ControlSocket(handedOn: call.control)
            do throws(SystemCallError) {
                try keep(control, call.version)
            } catch {
                control.send(.refused(error.errno))
                exit(1)
            }
        } catch {
            exit(1)
        }
        exit(0)
    }

    private static func keep(
        _ control: borrowing ControlSocket,
        _ version: PacketForwarding
    ) throws(SystemCallError) {
        let setting = version.setting
        let file = try open(setting)
        try systemCall("flock", on: setting) { flock(file.raw, LOCK_SH) }
        var before = [UInt8](repeating: 0, count: 16)
        let count = try systemCall("read", on: setting) { pread(file.raw, &before, before.count, 0) }
        let isOff = before[..<count].starts(with: "0".utf8)
        let interfaces = isOff && version == .v6 ? try HostIPv6() : nil
        try interfaces?.keepListening()
        if isOff { try write("1", to: file, setting) }
        control.send(.ready)
        control.waitForEnd()
        guard isOff else { return }
        if flock(file.raw, LOCK_EX | LOCK_NB) != 0 {
            // Another netlab still needs it; do not keep this one waiting.
            control.hangUp()
            try systemCall("flock", on: setting) { flock(file.raw, LOCK_EX) }
        }
        try write("0", to: file, setting)
        try interfaces?.restore()
    }

    /// In a container the file may be read-only, which is enough if forwarding is on.
    private static func open(_ setting: String) throws(SystemCallError) -> OwnedDescriptor {
        do throws(SystemCallError) {
            let raw = try systemCall("open", on: setting) { netlab_open(setting, O_RDWR | O_CLOEXEC, 0) }
            return OwnedDescriptor(owning: raw)
        } catch {
            guard KernelFile.number(setting) == 1 else { throw error }
            let raw = try systemCall("open", on: setting) { netlab_open(setting, O_RDONLY | O_CLOEXEC, 0) }
            return OwnedDescriptor(owning: raw)
        }
    }

    private static func write(
        _ value: String,
        to file: borrowing OwnedDescriptor,
        _ setting: String
    ) throws(SystemCallError) {
        let bytes = Array(value.utf8)
        try systemCall("write", on: setting) { pwrite(file.raw, bytes, bytes.count, 0) }
    }
}
