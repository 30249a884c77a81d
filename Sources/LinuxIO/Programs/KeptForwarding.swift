internal import CLinux
import Glibc

/// Packet forwarding between the interfaces of a network namespace, turned on during the lifetime of this
/// value if it was off. A separate process keeps it on (`ForwardingRestorer`).
package final class KeptForwarding: Sendable {
    private let process: Int32
    private let control: ControlSocket

    /// Turns forwarding on in the calling thread's network namespace.
    package init(_ version: PacketForwarding) throws(SystemCallError) {
        let pair = try ControlSocket.Pair()
        let end = pair.there.raw
        let environment = CStringList(ProgramEnvironment.own.entries)
        let words = CStringList(ForwardingCall(control: end, version).words)
        process = try systemCall("clone", on: "what keeps forwarding on") {
            netlab_start_keeper(0, "/proc/self/exe", words.raw, environment.raw, [end], 1, end)
        }
        control = pair.here
        // Close the keeper's end here, so that its closing is noticed.
        close(pair.there.release())
        while true {
            Readiness.wait(for: [control.raw])
            switch control.receive() {
            case .message(.ready): return
            case .message(.refused(let errno)):
                throw SystemCallError("write", on: version.setting, errno: errno)
            case .message, .nothing: continue
            case .end: throw SystemCallError("clone", on: "what keeps forwarding on", errno: ECHILD)
            }
        }
    }

    /// Waits until the setting is restored, but not for other netlabs that need it.
    deinit {
        control.finishSending()
        control.waitForEnd()
        // A keeper that waits for others soon loses this parent.
        waitpid(process, nil, WNOHANG)
    }
}
