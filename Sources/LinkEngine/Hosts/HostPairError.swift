package import LinuxIO

/// Why the two hosts could not be made, and the remedy.
package enum HostPairError: Error, Hashable, Sendable, CustomStringConvertible {
    /// This process may not make network namespaces.
    case sandbox(SandboxError)
    /// `/dev/net/tun` may not be used.
    case tun(SystemCallError)
    /// Virtual Ethernet may not be used; `afterTun` is the refusal of TUN if that was tried first.
    case veth(SystemCallError, afterTun: SystemCallError?)
    /// A host could not be set up as required.
    case setUp(SystemCallError)

    package var reason: String {
        switch self {
        case .sandbox(let error): error.reason
        case .tun(let error): "no TUN interface can be made (\(error))"
        case .veth(let error, nil): "no pair of virtual Ethernet interfaces can be made (\(error))"
        case .veth(let error, let tun?):
            "neither a TUN interface (\(tun)) nor a pair of virtual Ethernet interfaces (\(error)) can be made"
        case .setUp(let error): "a host of the bench cannot be set up (\(error))"
        }
    }

    package var remedy: String {
        switch self {
        case .sandbox(let error): error.remedy
        case .tun(let error) where error.call == "open":
            "let this user open it: sudo modprobe tun && sudo chmod 0666 \(error.target); in a container, add "
                + "--device \(error.target)"
        case .tun: "run as root"
        case .veth: "load the module: sudo modprobe veth; in a container, add --cap-add NET_ADMIN,NET_RAW"
        case .setUp(let error) where error.target.hasPrefix("/proc/sys/"):
            "/proc/sys must be writable: in a container, start it with --privileged"
        case .setUp: "run as root"
        }
    }

    package var description: String { "\(reason); \(remedy)" }
}
