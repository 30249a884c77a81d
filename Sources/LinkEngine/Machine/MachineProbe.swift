import LinkModel
import LinuxIO

/// Finds out what this machine allows by trying it: it makes whole hosts and drops them.
package enum MachineProbe {
    /// One answer per feature, in their order.
    ///
    /// An ordinary user must call it before the process starts a second thread; it leaves the process in the
    /// sandbox, as a run would. Afterwards the calling thread is back on the machine's own network, or in the
    /// sandbox's empty one.
    package static func allowances() -> [MachineAllowance] {
        do {
            try Sandbox.enter()
        } catch {
            return MachineAllowance.Feature.allCases.map { feature in
                MachineAllowance(feature, isAllowed: false, reason: error.reason, remedy: error.remedy)
            }
        }
        return [
            MachineAllowance(.namespaces, isAllowed: true),
            allowance(.tun, by: .tun),
            allowance(.veth, by: .veth),
        ]
    }

    private static func allowance(
        _ feature: MachineAllowance.Feature,
        by carrier: CarrierChoice
    ) -> MachineAllowance {
        let line = LinkParameters(down: DirectionParameters(), up: DirectionParameters())
        do throws(HostPairError) {
            try leavingThreadInPlace { () throws(HostPairError) in _ = try HostPair(line, carrier: carrier) }
            return MachineAllowance(feature, isAllowed: true)
        } catch {
            return MachineAllowance(feature, isAllowed: false, reason: error.reason, remedy: error.remedy)
        }
    }

    private static func leavingThreadInPlace(
        _ body: () throws(HostPairError) -> Void
    ) throws(HostPairError) {
        let before: NetworkNamespace
        do { before = try .current() } catch { throw .setUp(error) }
        try body()
        do { try before.enter() } catch { throw .setUp(error) }
    }
}
