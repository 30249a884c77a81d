import Analysis
import LinkModel
import Logs
import Runs
import Testing
import Wire

@Suite struct ConnectionFallbackTests {
    /// A transfer whose client calls for a connection at 120 µs, and whose connection's first packet follows at 200 µs.
    private func run(_ ip: IPVersions, _ fault: IPv6Fault?, since call: Int64 = 120) -> LedgerRun {
        var run = LedgerRun()
        (run.record.link.parameters.ip, run.record.link.parameters.ip6Fault) = (ip, fault)
        run.open(4001, packets: 4, written: (15_400, 15_400), lastByte: 24_450, end: 24_500, storing: 30)
        for place in 0..<4 { run.down(4001, place, arrival: 15_400, service: 15_400 + Int64(place) * 1000) }
        run.record.transfers[0].exchange?.connectStart = LedgerRun.at(call)
        return run
    }

    @Test(arguments: IPv6Fault.allCases)
    func `the time before the first packet over IPv4 is a cause where IPv6 fails`(_ fault: IPv6Fault) {
        let rows = run(.both, fault).rows()
        #expect(rows[.fallback] == 80 && rows[.connect] == 10_100 && rows[.blocked] == 20, "\(rows)")
    }

    @Test(arguments: [(.both, nil), (.v4, nil), (.v6, nil)] as [(IPVersions, IPv6Fault?)])
    func `a machine's own time before the first packet is no fallback`(_ ip: IPVersions, _ fault: IPv6Fault?)
    {
        let rows = run(ip, fault).rows()
        #expect(rows[.fallback] == nil && rows[.connect] == 10_180, "\(rows)")
    }

    /// The first address may have lost a packet.
    @Test func `ten milliseconds without a packet are a fallback if there are two addresses`() {
        for (ip, isFallback) in [(IPVersions.both, true), (.v4, false)] {
            var run = run(ip, nil)
            run.record.timing.removeAll()
            let early = Nanoseconds(20_000_000)
            run.record.transfers[0].start = LedgerRun.at(0) - early
            run.record.transfers[0].exchange?.connectStart = LedgerRun.at(120) - early
            #expect((run.rows()[.fallback] ?? 0 >= 20_000) == isFallback, "\(run.rows())")
        }
    }
}
