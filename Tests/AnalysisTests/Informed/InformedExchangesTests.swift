import Fixtures
import LinkModel
import Logs
import Runs
import Scenarios
import Testing
import Theory
import Wire

@testable import Analysis

/// Turns a simulation with slow programs into the record of a run, and simulates that again.
@Suite struct InformedExchangesTests {
    private static let ms: Nanoseconds = 1_000_000

    private func plan(_ security: SimulatedSecurity?, isMultiplexed: Bool) -> SimulationPlan {
        let side = DirectionParameters(rateBps: 20_000_000, oneWayDelay: 20 * Self.ms)
        var plan = SimulationPlan(
            link: LinkParameters(down: side, up: side),
            congestion: .reno,
            fetches: (0..<3).map { _ in SimulatedFetch(bodyBytes: 200_000) }
        )
        plan.security = security
        plan.multiplexing = isMultiplexed ? SimulatedMultiplexing() : nil
        plan.client = HostTimes(rested: 60_000, busy: 6000)
        plan.origin = HostTimes(rested: 70_000, busy: 8000)
        for place in 0..<3 {
            plan.fetches[place].programs.opening = Self.ms
            plan.fetches[place].programs.flights = [Self.ms, 2 * Self.ms, 3 * Self.ms, 500_000]
            plan.fetches[place].programs.connecting = 40_000
            plan.fetches[place].programs.reading = 90_000
            plan.fetches[place].programs.asking = (1 + Nanoseconds(place)) * 200_000
        }
        plan.fetches[0].programs.answering = 4 * Self.ms
        return plan
    }

    /// When the client asks for each file, as the record tells the plan.
    private func asking(_ plan: SimulationPlan, _ record: RunRecord) -> [Nanoseconds] {
        var told = plan
        WitnessedPrograms(record).tell(&told, of: Array(plan.fetches.indices))
        return told.fetches.map(\.programs.asking)
    }

    private func record(_ plan: SimulationPlan, _ outcome: SimulationOutcome) -> RunRecord {
        var record = RunRecord(
            plan,
            outcome,
            plan.fetches.indices.map { RunRecord.Simulated(place: $0, file: "\($0).jpg", step: "all") }
        )
        record.steps = [StepRecord(name: "all", start: .zero, end: .zero)]
        guard plan.security != nil else { return record }
        for place in plan.fetches.indices {
            record.transfers[place].exchange?.encryption = EncryptionRecord(version: "1.3", isResumed: false)
        }
        return record
    }

    private func scenario(_ plan: SimulationPlan) -> Scenario {
        Scenario(
            name: "told",
            seed: plan.seed,
            link: LinkSettings(parameters: plan.link),
            origin: OriginSettings(
                files: (0..<3).map { OriginFile(name: "\($0).jpg", image: .jpeg, size: 200_000) }
            ),
            client: ClientSettings(policy: .none),
            steps: [
                .fetch(FetchStep(name: "all", entries: (0..<3).map { FetchStep.Entry(file: "\($0).jpg") }))
            ]
        )
    }

    @Test(arguments: [nil, SimulatedSecurity.full13], [false, true])
    func `with the programs' times the simulation ends when the run did`(
        _ security: SimulatedSecurity?,
        _ isMultiplexed: Bool
    ) throws {
        let plan = plan(security, isMultiplexed: isMultiplexed)
        let outcome = LineSimulation.run(plan)
        let record = record(plan, outcome)
        let told = try #require(InformedExchanges(record, scenario(plan)))
        let span = try #require(told.makespan)
        #expect(abs(span.measured - span.told) < 100_000)
        for exchange in told.exchanges {
            #expect(exchange.measured == outcome.transfers[exchange.place].exchange)
            #expect(abs(exchange.measured - exchange.shared) < exchange.measured / 200)
        }
        // Without this information, the simulation is as much too fast as the programs are slow.
        let plain = try #require(
            SimulatedRunTheory(record, scenario(plan), StepConditions(scenario(plan), record.link))
        )
        let end = try #require(plain.sharedEnds.values.max())
        #expect(span.measured - (end - .zero) > Self.ms)
    }

    /// Timers repair losses, and the phase of the kernel's tick decides when they fire; without the phase,
    /// every simulation begins at a tick.
    @Test(arguments: [nil, Outages(pattern: .every(50 * ms, length: 10 * ms))])
    func `a simulation starts at the run's kernel tick phase`(outages: Outages?) throws {
        var (aware, unaware): (Set<Nanoseconds>, Set<Nanoseconds>) = ([], [])
        for start in stride(from: Nanoseconds(0), to: SimulationPlan.tick, by: 500_000) {
            var plan = plan(nil, isMultiplexed: false)
            plan.link.down.loss = .random(PacketShare(0.05))
            plan.link.down.outages = outages
            plan.lineStart = .zero + start
            for place in plan.fetches.indices { plan.fetches[place].start = .zero + start }
            var record = record(plan, LineSimulation.run(plan))
            record.steps[0].start = .zero + start
            unaware.insert(try #require(InformedExchanges(record, scenario(plan))?.makespan).told)
            // Linux's tick 0, as the simulation's.
            record.clockOrigin = 300 * 1000 * Self.ms
            let span = try #require(InformedExchanges(record, scenario(plan))?.makespan)
            #expect(abs(span.measured - span.told) < 100_000)
            aware.insert(span.told)
        }
        #expect(unaware.count == 1 && aware.count == 8, "\(unaware.count), \(aware.count)")
    }

    /// Lateness of the line with the packets that connections wait for, the time between openings, and the
    /// delay of the requests that follows from both.
    struct LateOpenings: Sendable {
        let late: [Nanoseconds]
        var apart: Nanoseconds = 0
        let taken: [Nanoseconds]
    }

    /// A program that requests on several connections at once keeps its own order, however late the line is
    /// with each.
    @Test(arguments: [
        LateOpenings(late: [0, 80_000, 80_000], taken: [0, 0, 0]),
        LateOpenings(late: [80_000, 0, 30_000], taken: [80_000, 0, 0]),
        LateOpenings(late: [80_000, 80_000, 60_000], taken: [80_000, 80_000, 60_000]),
        // Openings at different moments are independent.
        LateOpenings(late: [0, 80_000, 30_000], apart: ms, taken: [0, 80_000, 30_000]),
    ])
    func `simultaneous requests keep their order when the line was late`(openings: LateOpenings) throws {
        var plan = plan(nil, isMultiplexed: false)
        for place in plan.fetches.indices {
            plan.fetches[place].start = .zero + Nanoseconds(place) * openings.apart
            plan.fetches[place].programs.asking = 300_000
        }
        var record = record(plan, LineSimulation.run(plan))
        let before = asking(plan, record)
        for place in record.linkLog.indices {
            let packet = record.linkLog[place].packet
            guard packet.direction == .down, packet.number == 0 else { continue }
            record.linkLog[place].departure = record.linkLog[place].departure.map {
                $0 + openings.late[Int(packet.flow) - 1]
            }
        }
        #expect(zip(before, asking(plan, record)).map { $0 - $1 } == openings.taken)
    }

    /// A tail probe repeats a request whose acknowledgement is late.
    @Test func `a retransmitted request counts from its first packet`() throws {
        var plan = plan(nil, isMultiplexed: false)
        for place in plan.fetches.indices { plan.fetches[place].programs.asking = 300_000 }
        var record = record(plan, LineSimulation.run(plan))
        let before = asking(plan, record)
        let place = try #require(
            record.linkLog.firstIndex { $0.packet.direction == .up && ($0.segment?.payload ?? 0) > 0 }
        )
        var again = record.linkLog[place]
        again.packet.number += 100
        again.arrival = again.arrival + 10 * Self.ms
        again.departure = again.departure.map { $0 + 10 * Self.ms }
        record.linkLog.append(again)
        record.linkLog.sort { $0.arrival < $1.arrival }
        #expect(asking(plan, record) == before)
    }

    @Test func `a program's waiting time does not count as work`() throws {
        let plan = plan(nil, isMultiplexed: false)
        let record = record(plan, LineSimulation.run(plan))
        var told = plan
        WitnessedPrograms(record, most: 200_000).tell(&told, of: [0, 1, 2])
        let known = told.fetches.map(\.programs)
        // Opening took 1 ms, the first answer 4 ms.
        #expect(known.allSatisfy { $0.opening == 0 && $0.looks.isEmpty } && known[0].answering == 0)
        #expect(known.contains { $0.connecting > 0 })
    }

    @Test func `rested and busy host times follow from packets alone`() throws {
        let plan = plan(nil, isMultiplexed: false)
        let hosts = WitnessedHosts(LineLog(LineSimulation.run(plan).linkLog), looks: [:], isSteady: false)
        #expect(hosts.client.rested == plan.client.rested && hosts.client.busy == plan.client.busy)
        #expect(hosts.origin.rested == plan.origin.rested && hosts.origin.busy == plan.origin.busy)
        // A SYN finds its host idle, and every answer finds the client idle.
        let syn = PacketIdentity(direction: .up, flow: 1, number: 0)
        #expect(hosts.origin.exceptions[syn] == 70_000)
        #expect(Set(hosts.client.exceptions.values) == [60_000])
        // A simulation with these times has each packet when the first one had it.
        var told = plan
        (told.client, told.origin) = (hosts.client, hosts.origin)
        let logs = [plan, told].map { LineSimulation.run($0).linkLog }
        #expect(logs[0] == logs[1])
        // Without a log their times are zero.
        #expect(WitnessedHosts(LineLog([]), looks: [:], isSteady: false).client == HostTimes())
    }

    @Test func `steady hosts take equal times rested and busy, with single exceptions`() {
        var plan = plan(nil, isMultiplexed: false)
        let steady = HostTimes(rested: 512, busy: 512)
        (plan.client, plan.origin) = (steady, steady)
        let syn = PacketIdentity(direction: .up, flow: 1, number: 0)
        plan.origin.exceptions[syn] = 1792
        let hosts = WitnessedHosts(LineLog(LineSimulation.run(plan).linkLog), looks: [:], isSteady: true)
        #expect(hosts.client == plan.client && hosts.origin == plan.origin)
    }

    /// A packet beyond a gap is acknowledged when the gap is filled.
    @Test func `a steady host's waits do not count as processing time`() {
        var plan = plan(nil, isMultiplexed: false)
        let steady = HostTimes(rested: 512, busy: 512)
        (plan.client, plan.origin) = (steady, steady)
        let late = PacketIdentity(direction: .down, flow: 1, number: 3)
        plan.client.exceptions[late] = 600_000
        let hosts = WitnessedHosts(LineLog(LineSimulation.run(plan).linkLog), looks: [:], isSteady: true)
        #expect(hosts.client.exceptions[late] == nil && hosts.client.busy == 512)
    }

    @Test func `a program's rested and busy times follow from its reads`() throws {
        let plan = plan(nil, isMultiplexed: false)
        let line = LineLog(LineSimulation.run(plan).linkLog)
        var looks: [UInt32: [Instant]] = [:]
        for flow in line.flows.values {
            for came in flow.down.filter({ !$0.bytes.isEmpty }).compactMap(\.received) {
                looks[flow.number, default: []].append(came + 150_000)
            }
        }
        let hosts = WitnessedHosts(line, looks: looks, isSteady: false)
        #expect(hosts.reading.rested == 150_000 && hosts.reading.busy == 150_000)
        #expect(hosts.reading.exceptions.isEmpty)
        #expect(WitnessedHosts(line, looks: [:], isSteady: false).reading == HostTimes())
    }

    /// Looks 150 us after each of the first three packets, then once at the rest.
    @Test func `a read has its byte count and its delay after arrival`() throws {
        var plan = plan(nil, isMultiplexed: false)
        plan.fetches = [SimulatedFetch(bodyBytes: 60_000)]
        var record = record(plan, LineSimulation.run(plan))
        let packets = try #require(LineLog(record.linkLog).flows[1]).down.filter { !$0.bytes.isEmpty }
        let ends = packets.map { Int($0.bytes.upperBound) }
        let came = try packets.map { try #require($0.received) }
        func event(_ kind: TimingEvent.Kind, at moment: Instant, _ bytes: Int? = nil) -> TimingEvent {
            TimingEvent(at: moment, transfer: record.transfers[0].id, kind: kind, bytes: bytes)
        }
        var events = [event(.firstByte, at: came[0] + 150_000)]
        for place in 0..<3 {
            events.append(
                event(.progress, at: came[place] + 150_000 + (place == 0 ? 20_000 : 0), ends[place] - 170)
            )
        }
        // libcurl delivers at most 16 KiB at once.
        let last = try #require(came.last)
        for end in stride(from: ends[2] + 16_384, to: 60_170, by: 16_384) + [60_170] {
            events.append(event(.progress, at: last + 90_000 + Nanoseconds(end), end - 170))
        }
        record.timing = events
        var told = plan
        WitnessedPrograms(record).tell(&told, of: [0])
        let firstOfRest = Nanoseconds(ends[2] + 16_384)
        #expect(
            told.fetches[0].programs.looks
                == ends[0..<3].map { ProgramLook(end: $0, there: $0, duration: 150_000) } + [
                    ProgramLook(end: 60_170, there: 60_170, duration: 90_000 + firstOfRest)
                ]
        )
        // Looks are unknown if the log is incomplete or the client was paused.
        told.fetches[0].pause = Self.ms
        told.fetches[0].programs.looks = []
        WitnessedPrograms(record).tell(&told, of: [0])
        #expect(told.fetches[0].programs.looks.isEmpty)
        record.timing.removeLast()
        told.fetches[0].pause = 0
        WitnessedPrograms(record).tell(&told, of: [0])
        #expect(told.fetches[0].programs.looks.isEmpty)
    }

    /// The acknowledgement of a single packet is delayed by 40 ms, which is not its host's processing time.
    @Test func `a delayed acknowledgement does not count as processing time`() {
        var plan = plan(nil, isMultiplexed: false)
        plan.fetches = [SimulatedFetch(bodyBytes: 100)]
        plan.client = HostTimes(rested: 60_000, busy: 60_000)
        let client = WitnessedHosts(LineLog(LineSimulation.run(plan).linkLog), looks: [:], isSteady: false)
            .client
        #expect(client.rested == 60_000 && client.busy == 60_000)
    }

    @Test func `flights end with their last packet, and the request follows the client's last flight`() throws
    {
        let plan = plan(.full13, isMultiplexed: false)
        let record = record(plan, LineSimulation.run(plan))
        let flow = try #require(LineLog(record.linkLog).flows[1])
        let packets = SetUpPackets(flow, flights: 3)
        #expect(packets.work == [Self.ms, 2 * Self.ms, 3 * Self.ms, 500_000])
        #expect(SetUpPackets(flow, flights: 0).work == [])
        #expect(SetUpPackets(FlowLog(number: 1, clientPort: 1), flights: 3).ready == nil)
    }
}
