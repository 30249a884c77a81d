import Analysis
import Fixtures
import Inspection
import LinkModel
import Logs
import Runs
import Scenarios
import Wire

/// A handmade run: two files at once over 2 Mbit/s, then both from memory.
struct SampleRun {
    static let epoch: Int64 = 1_790_000_000_000_000_000
    static let millisecond: Nanoseconds = 1_000_000

    var record: RunRecord
    var scenario: Scenario
    var capture: [CaptureSighting] = []
    var originCapture: [CaptureSighting] = []

    init() {
        let link = LinkParameters(
            down: DirectionParameters(rateBps: 2_000_000, oneWayDelay: 5_000_000),
            up: DirectionParameters(rateBps: 256_000, oneWayDelay: 5_000_000)
        )
        record = RunRecord(
            scenario: "sample",
            scenarioDigest: "00",
            seed: 1,
            startedAt: Self.epoch,
            machine: MachineRecord(kernel: "6.1", cpus: 2, memoryBytes: 1 << 30, isPrivileged: true),
            link: LinkRecord(
                mode: .packet,
                carrier: .tun,
                profile: "nlc/dsl",
                congestion: "cubic",
                parameters: link
            )
        )
        scenario = Scenario(
            name: "sample",
            seed: 1,
            link: LinkSettings(parameters: link),
            origin: OriginSettings(files: [
                OriginFile(name: "a.jpg", image: .jpeg, size: 125_724),
                OriginFile(name: "b.jpg", image: .jpeg, size: 310_448),
            ]),
            client: ClientSettings(),
            steps: []
        )
        record.clock = [
            ClockSample(run: .zero, wall: Self.epoch),
            ClockSample(run: Self.at(10_000), wall: Self.epoch + 10_000 * Self.millisecond),
        ]
        record.captures = [CaptureRecord(host: .client, file: "client.pcapng", packets: 400, dropped: 0)]
        addTogether()
        addWarm()
    }

    static func at(_ ms: Int64) -> Instant {
        Instant(nanoseconds: ms * millisecond)
    }

    private mutating func addTogether() {
        addNetwork(step: "together", file: "a.jpg", body: 125_724, port: 4001, from: 100, to: 1150)
        addNetwork(step: "together", file: "b.jpg", body: 310_448, port: 4002, from: 100, to: 1950)
        record.steps.append(StepRecord(name: "together", start: Self.at(100), end: Self.at(1950)))
        // 1.5 s of service inside the step, 0.5 s after it, and the lost packets.
        addService(.down, from: 200, to: 1700)
        addService(.down, from: 1950, to: 2450)
        addService(.down, from: 300, to: 400, fate: .lost)
        addService(.up, from: 100, to: 1000)
    }

    private mutating func addWarm() {
        for (file, body) in [("a.jpg", 125_724), ("b.jpg", 310_448)] {
            record.transfers.append(
                TransferRecord(
                    id: record.transfers.count,
                    step: "warm",
                    file: file,
                    url: "http://origin.netlab.test/\(file)",
                    source: .memory,
                    tier: .memory,
                    status: 200,
                    start: Self.at(3000),
                    end: Self.at(3000) + 20_000,
                    bodyBytes: body
                )
            )
        }
        record.steps.append(StepRecord(name: "warm", start: Self.at(3000), end: Self.at(3001)))
    }

    mutating func addNetwork(
        step: String,
        file: String,
        body: Int,
        port: UInt16,
        order: Int = 0,
        from: Int64,
        to: Int64
    ) {
        let isNew = order == 0
        let request = Self.at(from + (isNew ? 13 : 1))
        record.transfers.append(
            TransferRecord(
                id: record.transfers.count,
                step: step,
                file: file,
                url: "http://origin.netlab.test/\(file)",
                source: .network,
                status: 200,
                start: Self.at(from),
                end: Self.at(to),
                bodyBytes: body,
                exchange: ExchangeRecord(
                    localPort: port,
                    order: order,
                    isNewConnection: isNew,
                    status: 200,
                    httpVersion: "1.1",
                    requestBytes: 150,
                    headerBytes: 200,
                    bodyBytes: body,
                    connectStart: isNew ? Self.at(from + 1) : nil,
                    connectEnd: isNew ? Self.at(from + 13) : nil,
                    requestFirstByte: request,
                    responseFirstByte: Self.at(from + 25),
                    responseLastByte: Self.at(to - 1),
                    progress: [
                        .init(at: Self.at(from + 30), bytes: 1448), .init(at: Self.at(to - 1), bytes: body),
                    ]
                )
            )
        )
        capture.append(
            CaptureSighting(
                connection: .tcp(Int(port) - 4001),
                order: order,
                clientPort: port,
                request: Self.epoch + (request - .zero) + 5000,
                firstByte: Self.epoch + (from + 25) * Self.millisecond,
                lastByte: Self.epoch + (to - 1) * Self.millisecond,
                bodyBytes: body,
                wireDownBytes: body + 5000,
                wireUpBytes: 4000,
                firstPacket: 4,
                lastPacket: 90
            )
        )
    }

    mutating func addService(_ direction: LinkDirection, from: Int64, to: Int64, fate: LinkFate = .delivered)
    {
        let due = Self.at(to + 5)
        record.linkLog.append(
            LinkLogEntry(
                packet: PacketIdentity(direction: direction, flow: 1, number: UInt32(record.linkLog.count)),
                bytes: 1500,
                arrival: Self.at(from),
                decision: LinkDecision(
                    fate: fate,
                    serviceStart: Self.at(from),
                    serviceEnd: Self.at(to),
                    due: due
                ),
                departure: fate == .delivered ? due + 2000 : nil
            )
        )
    }

    func result() -> RunResult {
        RunAnalysis(
            record,
            scenario: scenario,
            capture: capture,
            originCapture: originCapture
        ).result()
    }
}
