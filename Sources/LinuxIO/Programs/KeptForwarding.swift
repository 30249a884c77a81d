internal import CLinux
import Glibc

/// The forwarding of packets between the interfaces of a network namespace, switched on for as long as this lives where it
/// was off. A process of its own sees to that (`ForwardingKeeper`).
package final class KeptForwarding: Sendable {
    private let process: Int32
    private let control: ControlSocket

    /// In the calling thread's network namespace.
    package init() throws(SystemCallError) {
        let pair = try ControlSocket.Pair()
        let end = pair.there.raw
        let environment = CStringList(ProgramEnvironment.own.entries)
        let words = CStringList(ForwardingCall(control: end).words)
        process = try systemCall("clone", on: "what keeps forwarding on") {
            netlab_start_keeper(0, "/proc/self/exe", words.raw, environment.raw, [end], 1, end)
        }
        control = pair.here
        // The other end is this process's no more, so that its end is seen.
        close(pair.there.release())
        while true {
            Readiness.wait(for: [control.raw])
            switch control.receive() {
            case .message(.ready): return
            case .message(.refused(let errno)):
                throw SystemCallError("write", on: "/proc/sys/net/ipv4/ip_forward", errno: errno)
            case .message, .nothing: continue
            case .end: throw SystemCallError("clone", on: "what keeps forwarding on", errno: ECHILD)
            }
        }
    }

    /// Waits until the setting is what it was, but not for other netlabs that need it.
    deinit {
        control.finishSending()
        control.waitForEnd()
        // Where it waits for others it is nobody's child before long.
        waitpid(process, nil, WNOHANG)
    }
}
