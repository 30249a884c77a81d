package import Fixtures
import Grounds
package import LinkEngine
package import LinkModel
package import ScenarioFormat
import Scenarios
package import TLS
import Wire

/// The benches that are there. One thread uses it; for packets, on the client's host.
package final class BenchRegistry {
    package let mode: LinkMode
    /// Who signs the origins' certificates.
    package let authority: CertificateAuthority
    /// Draws the origins' images; nil if they have none.
    private let drawing: (any FixtureDrawing)?
    private let carrier: CarrierChoice
    /// Reads the files that orders name.
    private let files: ScenarioFiles
    private var benches: [Int: SideBench] = [:]
    private var made = 0

    package init(
        _ mode: LinkMode,
        by authority: CertificateAuthority,
        drawing: (any FixtureDrawing)?,
        carrier: CarrierChoice = .automatic,
        files: ScenarioFiles = .none
    ) {
        self.mode = mode
        self.authority = authority
        self.drawing = drawing
        self.carrier = carrier
        self.files = files
    }

    /// In the order in which they were made.
    package var ids: [Int] { benches.keys.sorted() }

    /// Makes a bench as a scenario's text orders it. Steps are not run.
    package func make(_ order: [UInt8]) throws -> SideBench {
        let scenario = try scenario(order)
        let id = made + 1
        let bench: SideBench
        switch mode {
        case .packet:
            bench = try SideBench(
                packets: id,
                scenario,
                at: freePlace(),
                by: authority,
                drawing: drawing,
                carrier: carrier
            )
        case .stream:
            bench = try SideBench(streams: id, scenario, by: authority, drawing: drawing)
        }
        made = id
        benches[id] = bench
        return bench
    }

    package func find(_ id: Int) throws(ControlError) -> SideBench {
        guard let bench = benches[id] else {
            throw ControlError(
                .missing,
                "there is no bench \(id)",
                advice: "it has ended, or was never created"
            )
        }
        return bench
    }

    /// Changes a bench's line to the one of a text with nothing but `link`.
    package func change(_ id: Int, toLinkOf order: [UInt8]) throws -> SideBench {
        let bench = try find(id)
        try bench.change(to: scenario(order).link)
        return bench
    }

    package func end(_ id: Int) throws(ControlError) -> (bench: SideBench, end: SideBenchEnd) {
        let bench = try find(id)
        let end = bench.end()
        benches[id] = nil
        return (bench, end)
    }

    package func endAll() {
        for id in ids { _ = try? end(id) }
    }

    /// An empty text orders a bench with nothing set.
    private func scenario(_ text: [UInt8]) throws(ControlError) -> Scenario {
        try OrderedScenario.read(OrderedScenario.isEmpty(text) ? Array("{}".utf8) : text, files: files)
    }

    /// The number that was free for longest, roughly: connections of the last bench there have ended by now.
    private func freePlace() throws(ControlError) -> HostPlace {
        let count = HostPlace.besides.count
        let taken = Set(benches.values.compactMap { $0.place?.number })
        for step in 0..<count {
            let number = HostPlace.besides.lowerBound + (made + step) % count
            if !taken.contains(number), let place = HostPlace(beside: number) { return place }
        }
        throw ControlError(
            .machine,
            "there are \(count) benches, which is the most that a client's host holds",
            advice: "end the finished benches: DELETE /benches/N"
        )
    }
}
