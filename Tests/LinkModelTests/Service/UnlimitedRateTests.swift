import Testing
import Wire

@testable import LinkModel

@Suite(.timeLimit(.minutes(3)))
struct UnlimitedRateTests {
    @Test func `every packet is served at once, or after an outage`() {
        var line = UnlimitedRate(outages: .listed([(10, 5), (15, 5), (40, 1)]))
        let begins = [0, 9, 10, 20, 40].map { line.begin(from: Instant(nanoseconds: $0))?.nanoseconds }
        #expect(begins == [0, 9, 20, 20, 41])
        #expect(line.serve(bytes: 1500, at: Instant(nanoseconds: 50)) == Instant(nanoseconds: 50))
    }

    @Test func `a link in permanent outage serves nothing`() {
        let always = Outages(pattern: .every(1_000, length: 1_000), packets: .held)
        let paces = [LineRate.unlimited, .constant(1_000_000)].map {
            $0.pace(epoch: .zero, outages: always.cursor(.held, .down, seed: 47, epoch: .zero, change: 0))
        }
        for var pace in paces { #expect(pace.begin(from: .zero) == nil) }
    }
}
