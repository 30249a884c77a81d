import Analysis
import LinkModel
import Runs
import Testing
import Wire

@Suite struct ObservedSenderTests {
    /// Two segments are small, as in a handshake: counted in bytes there would be room for another.
    @Test func `a window is limited in segments, not bytes`() {
        var run = LedgerRun()
        run.open(4001, packets: 11, written: (15_400, 90_000), lastByte: 42_420, end: 42_500)
        for place in 0..<10 { run.down(4001, place, arrival: 15_400, service: 15_400 + Int64(place) * 1000) }
        run.up(4001, at: 30_400, sequence: 101, acknowledging: 1 + 8 * 960)
        for place in 10..<12 {
            run.down(4001, place, arrival: 35_420, service: 35_420 + Int64(place - 10) * 1000)
        }
        let small: [(place: Int, sequence: UInt32)] = [(8, 0), (9, 40), (10, 80), (11, 80 + 960)]
        for (place, sequence) in small {
            // After three packets of set-up and request, and one acknowledgement.
            let entry = 3 + place + (place < 10 ? 0 : 1)
            run.record.linkLog[entry].segment?.sequence = 1 + 8 * 960 + sequence
            if place < 10 { run.record.linkLog[entry].segment?.payload = 40 }
        }
        #expect(run.rows()[.window] == 35_420 - 25_400 && run.rows()[.server] == 100)
        // An origin with a larger initial window had not written more.
        run.record.link.initialWindow = 32
        #expect(run.rows()[.window] == 20 && run.rows()[.server] == 100 + 10_000)
        // A sender with pacing may have waited for its rate.
        run.record.link.congestion = "bbr"
        #expect(run.rows()[.window] == 35_420 - 25_400 && run.rows()[.server] == 100)
    }

    @Test func `a paced sender with nothing in flight had nothing to send`() {
        var run = LedgerRun()
        run.record.link.congestion = "bbr"
        run.open(4001, packets: 3, written: (15_400, 115_400), lastByte: 121_400, end: 121_500)
        run.down(4001, 0, arrival: 15_400)
        run.down(4001, 1, arrival: 15_400, service: 16_400)
        run.up(4001, at: 22_400, sequence: 101, acknowledging: 1 + 2 * 960)
        run.down(4001, 2, arrival: 115_400)
        // The acknowledgement arrives 5 ms after it was sent.
        #expect(run.rows()[.window] == 27_400 - 17_400)
        #expect(run.rows()[.server] == 100 + 115_400 - 27_400)
    }
}
