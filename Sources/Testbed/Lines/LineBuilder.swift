import Grounds
import LinkEngine
import LinuxIO
import Scenarios

/// Makes the line that a plan asks for, or the best that this machine allows.
struct LineBuilder {
    let plan: BenchPlan
    let folder: RunFolder
    let clock: RunClock
    let calendar: Calendar

    /// The line, and why packet mode was not used although it was preferred.
    func line() throws -> (line: any BenchLine, missing: BenchError?) {
        switch plan.line {
        case .packets: return (try packets(HostPair(for: plan)), nil)
        case .streams:
            if let objection = StreamObjection(plan.scenario, lossAsDelay: plan.lossAsDelay) {
                throw objection.error
            }
            return (try StreamBenchLine(plan, clock: clock, calendar: calendar), nil)
        case .automatic:
            let hosts: HostPair
            do throws(HostPairError) {
                hosts = try HostPair(for: plan)
            } catch {
                return (try streams(insteadOf: BenchError(error)), BenchError(error))
            }
            return (try packets(hosts), nil)
        }
    }

    private func packets(_ hosts: HostPair) throws -> any BenchLine {
        try PacketBenchLine(plan, hosts: hosts, folder: folder, clock: clock, calendar: calendar)
    }

    private func streams(insteadOf packets: BenchError) throws -> any BenchLine {
        if let objection = StreamObjection(plan.scenario, lossAsDelay: plan.lossAsDelay) {
            var error = packets
            error.message +=
                "; and stream mode, which needs no rights, cannot run this scenario: \(objection.text)"
            throw error
        }
        return try StreamBenchLine(plan, clock: clock, calendar: calendar)
    }
}

extension HostPair {
    /// Hosts for all lines of a plan.
    convenience init(for plan: BenchPlan) throws(HostPairError) {
        try self.init(
            plan.scenario.link.parameters,
            laterLinks: plan.scenario.links.dropFirst().map(\.parameters),
            carrier: CarrierChoice(plan.carrier),
            transport: HostTransport(
                initialWindow: plan.scenario.origin.initialWindow,
                receiveBuffer: plan.scenario.client.receiveBuffer
            )
        )
    }
}
