import Glibc
import TestSupport
import Testing

extension Alone {
    @Suite(
        .enabled(if: Netlab.isRoot, "needs root, to keep processors awake"),
        .enabled(if: access("/dev/cpu_dma_latency", R_OK | W_OK) == 0, "no processor can be kept awake"),
        .serialized,
        .timeLimit(.minutes(2))
    )
    struct `processors behind a line` {
        @Test func `stay awake while packets arrive, and sleep after a long pause`() throws {
            // Allowed wake-up latency of a processor, in microseconds; the kernel's value for no limit is
            // 2,000,000,000.
            let ask = "od -An -td4 -N4 /dev/cpu_dma_latency"
            let fetch = "curl -s -o /dev/null $NETLAB_ORIGIN/fixture/jpeg/2000"
            let script = "\(fetch); \(ask); sleep 7; \(ask); \(fetch); \(ask)"
            let output = try Guest(.root).shell("$NETLAB exec --quiet --profile wifi -- sh -c '\(script)'")
            let latencies = output.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
            try #require(latencies.count == 3, "\(output.output)\(output.errors)")
            #expect(latencies[0] == 0 && latencies[1] > 0 && latencies[2] == 0, "\(latencies)")
        }
    }
}
