import LinuxIO

/// How the origin's host can be given the machine's network.
package enum UplinkWay: Hashable, Sendable {
    /// A pair of interfaces and address translation on the machine, for users who may change its network.
    case pair
    /// A program that carries connections on behalf of an ordinary user.
    case program(UplinkProgram, path: String)

    private static let device = "/dev/net/tun"

    /// The method that works for this process. Call it before entering the sandbox; it changes nothing.
    package static func find(path: String?) throws(UplinkError) -> UplinkWay {
        guard Sandbox.isNeeded else { return .pair }
        for program in UplinkProgram.allCases {
            guard let file = Executable.find(program.rawValue, on: path) else { continue }
            guard WholeFile.mayBeChanged(device) else { throw .deviceClosed(program, device: device) }
            return .program(program, path: file)
        }
        throw .noHelperProgram
    }
}
