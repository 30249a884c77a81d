import Testbed
import Testing

@testable import Programs

@Suite struct ProgressLineTests {
    private func text(_ bytes: Int, of all: Int, after seconds: Double) -> String {
        ProgressLine.text(
            RunProgress(
                step: "cold",
                transfersDone: 1,
                transfersInAll: 3,
                bytes: bytes,
                bytesInAll: all,
                elapsed: Int64(seconds * 1e9)
            )
        )
    }

    @Test(arguments: [
        (0, 1000, 1.0, "cold [------------------------] 0 B of 1,000 B, 1 of 3 done"),
        // Too early to say.
        (500, 1000, 0.2, "cold [############------------] 500 B of 1,000 B, 1 of 3 done"),
        (
            250_000, 1_000_000, 1.0,
            "cold [######------------------] 250,000 B of 1,000,000 B, 1 of 3 done, 2 Mbit/s, 3.000 s left"
        ),
        (1000, 1000, 1.0, "cold [########################] 1,000 B of 1,000 B, 1 of 3 done, 8 kbit/s"),
        // A body that is longer than was said.
        (2000, 1000, 1.0, "cold [########################] 2,000 B of 1,000 B, 1 of 3 done, 16 kbit/s"),
    ])
    func `progress shows the rate and the time left once they are known`(
        _ bytes: Int,
        _ all: Int,
        _ seconds: Double,
        _ line: String
    ) {
        #expect(text(bytes, of: all, after: seconds) == line)
    }
}
