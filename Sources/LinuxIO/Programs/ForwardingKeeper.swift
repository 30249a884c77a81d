internal import CLinux
import Glibc

/// The process that has a network namespace forward packets for as long as netlab wants it to, and that puts the setting
/// back also where netlab is killed: a setting has no owner that the kernel would know of.
///
/// Several may be at work on one namespace. Each has a shared lock on the setting; whoever changed it waits until he has
/// the lock alone before he puts it back, although that may be long after his own netlab has ended.
package enum ForwardingKeeper {
    private static let setting = "/proc/sys/net/ipv4/ip_forward"

    /// Does the work in the network namespace in which this process was started, and exits.
    package static func work(_ call: ForwardingCall) -> Never {
        _ = netlab_name_thread("netlab-forwards")
        // No signal of the terminal reaches a session of its own, and none that somebody sends to netlab's group.
        setsid()
        chdir("/")
        do throws(SystemCallError) {
            let control = try ControlSocket(handedOn: call.control)
            do throws(SystemCallError) {
                try keep(control)
            } catch {
                control.send(.refused(error.errno))
                exit(1)
            }
        } catch {
            exit(1)
        }
        exit(0)
    }

    private static func keep(_ control: borrowing ControlSocket) throws(SystemCallError) {
        let file = try open()
        try systemCall("flock", on: setting) { flock(file.raw, LOCK_SH) }
        var before = [UInt8](repeating: 0, count: 16)
        let count = try systemCall("read", on: setting) { pread(file.raw, &before, before.count, 0) }
        let isOff = before[..<count].starts(with: "0".utf8)
        if isOff { try write("1", to: file) }
        control.send(.ready)
        control.waitForEnd()
        guard isOff else { return }
        if flock(file.raw, LOCK_EX | LOCK_NB) != 0 {
            // Another netlab still needs it, and nobody shall wait for that.
            control.hangUp()
            try systemCall("flock", on: setting) { flock(file.raw, LOCK_EX) }
        }
        try write("0", to: file)
    }

    /// In a container it may be there to be read only, which is enough where forwarding is on.
    private static func open() throws(SystemCallError) -> OwnedDescriptor {
        do throws(SystemCallError) {
            let raw = try systemCall("open", on: setting) { netlab_open(setting, O_RDWR | O_CLOEXEC, 0) }
            return OwnedDescriptor(owning: raw)
        } catch {
            guard KernelFile.number(setting) == 1 else { throw error }
            let raw = try systemCall("open", on: setting) { netlab_open(setting, O_RDONLY | O_CLOEXEC, 0) }
            return OwnedDescriptor(owning: raw)
        }
    }

    private static func write(_ value: String, to file: borrowing OwnedDescriptor) throws(SystemCallError) {
        let bytes = Array(value.utf8)
        try systemCall("write", on: setting) { pwrite(file.raw, bytes, bytes.count, 0) }
    }
}
