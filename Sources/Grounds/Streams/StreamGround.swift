package import Fixtures
package import LinkEngine
package import LinkModel
package import LinuxIO
package import Origin
package import Scenarios
import Serving
import Wire

/// The base of a bench of byte streams: the origin, and the line in front of it, on this machine's loopback.
package final class StreamGround {
    /// Bytes that the origin can write before the line takes them. With more, the origin's log would run
    /// ahead.
    package static let sendBuffer: Int32 = 256 << 10

    package let origin: OriginServer
    private let line: StreamLine

    /// Without `drawing` the origin has no images. With `trust`, clients must speak TLS. `limits` are the line's.
    package init(
        _ scenario: Scenario,
        drawing: (any FixtureDrawing)?,
        lossAsDelay: Bool = false,
        trust: BenchTrust?,
        limits: StreamLimits = StreamLimits(),
        clock: RunClock,
        calendar: Calendar = Calendar()
    ) throws {
        // A failed attempt at packets may have left this thread in an empty network namespace.
        try Loopback.bringUpWhereDown()
        let origin = try OriginServer(
            configuration: OriginConfiguration(scenario),
            drawing: drawing,
            listener: Listener(
                address: IPAddress.loopback4.description,
                sendBuffer: Self.sendBuffer,
                tls: trust?.origin,
                protocols: HTTPProtocols(scenario.origin.http)
            ),
            clock: clock,
            calendar: calendar,
            limits: .ofBench,
            isMeasured: true
        )
        self.origin = origin
        line = try StreamLine(
            StreamOrder(
                upstream: origin.address,
                link: scenario.link.parameters,
                seed: scenario.seed,
                lossAsDelay: lossAsDelay,
                limits: limits
            ),
            clock: clock
        )
    }

    /// The address that clients connect to.
    package var address: SocketAddress { line.address }

    /// Starts origin and line.
    package func start() throws {
        try origin.start()
        try line.start()
    }

    /// Changes the line from now on.
    package func change(to link: LinkParameters) {
        line.change(link)
    }

    /// Why the line or the origin has ended by itself; nil if both work.
    package var failure: String? {
        line.failure.map { Self.ended($0) } ?? origin.failure.map { "the origin stopped: \($0)" }
    }

    private static func ended(_ error: SystemCallError) -> String {
        "the line of byte streams stopped: \(error)"
    }

    /// Stops the origin, then the line. Returns the line's report, and the failures of parts that ended by
    /// themselves.
    package func takeDown() -> (line: StreamReport, failures: [String]) {
        origin.stop()
        let report = line.stop()
        return (
            report,
            [
                origin.failure.map { "the origin stopped: \($0)" },
                report.failure.map { Self.ended($0) },
            ].compactMap { $0 }
        )
    }
}
