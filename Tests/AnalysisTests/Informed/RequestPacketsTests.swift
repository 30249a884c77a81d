import LinkModel
import Logs
import Runs
import Testing
import Theory
import Wire

@testable import Analysis

/// Requests of a simulated HTTP/2 connection, whose sizes and packets are known.
@Suite struct RequestPacketsTests {
    private static let ms: Nanoseconds = 1_000_000

    /// The record of three requests on one connection. The client notes each this long before its packet leaves.
    private func record(
        _ security: SimulatedSecurity?,
        noted early: Nanoseconds,
        sizes: [Int] = [40, 40, 40]
    ) -> RunRecord {
        let side = DirectionParameters(rateBps: 20_000_000, oneWayDelay: 20 * Self.ms)
        var plan = SimulationPlan(
            link: LinkParameters(down: side, up: side),
            fetches: (0..<3).map { _ in SimulatedFetch(bodyBytes: 20_000) }
        )
        plan.security = security
        plan.multiplexing = SimulatedMultiplexing()
        for place in 0..<3 {
            plan.fetches[place].start = .zero
            plan.fetches[place].packedRequest = sizes[place]
        }
        let names = (0..<3).map { RunRecord.Simulated(place: $0, file: "\($0).jpg", step: "all") }
        var record = RunRecord(plan, LineSimulation.run(plan), names)
        let version = security?.flights.count == 4 ? "1.2" : "1.3"
        for place in 0..<3 {
            if security != nil {
                record.transfers[place].exchange?.encryption = EncryptionRecord(
                    version: version,
                    isResumed: false
                )
            }
            if let noted = record.transfers[place].exchange?.requestFirstByte {
                record.transfers[place].exchange?.requestFirstByte = noted + -early
            }
        }
        return record
    }

    @Test(arguments: [nil, SimulatedSecurity.full13, .full12], [Nanoseconds(0), 1500])
    func `a request's size excludes the preface before it`(
        _ security: SimulatedSecurity?,
        noted early: Nanoseconds
    ) {
        let record = record(security, noted: early)
        let exchanges = ExchangeFinding(record, LineLog(record.linkLog), LineOutages()).exchanges
        #expect(exchanges.count == 3 && exchanges.values.allSatisfy(\.sharesConnection))
        let requests = RequestPackets(record, exchanges)
        for place in 0..<3 { #expect(requests.bytes(of: place) == 40, "request \(place)") }
        let left = (0..<3).compactMap(requests.left)
        #expect(left.count == 3 && left == left.sorted())
    }

    /// The later two leave together, in one write.
    @Test func `requests that share a packet split all of its bytes`() {
        let record = record(nil, noted: 0, sizes: [40, 24, 27])
        let requests = RequestPackets(
            record,
            ExchangeFinding(record, LineLog(record.linkLog), LineOutages()).exchanges
        )
        let sizes = (0..<3).compactMap(requests.bytes)
        #expect(sizes.count == 3 && sizes[0] == 40 && sizes[1] + sizes[2] == 51)
    }
}
