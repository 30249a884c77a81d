import LinkModel
import LinuxIO

/// What one engine carries, and between which hosts.
struct EngineSettings: Sendable {
    var hosts: HostPair
    var link: LinkParameters
    var seed: UInt64
    var clock: RunClock
    var flows = FlowRegister()
    var logCapacity: Int
}
