import LinkModel
import Runs
import Scenarios
import Testing
import Theory
import Wire

@Suite struct StandstillTests {
    private static let ms: Nanoseconds = 1_000_000

    private func plan(_ bodies: [Int], upBps: Int64? = nil, downBps: Int64? = nil) -> SimulationPlan {
        let link = LinkParameters(
            down: DirectionParameters(rateBps: downBps, oneWayDelay: 10 * Self.ms),
            up: DirectionParameters(rateBps: upBps, oneWayDelay: 10 * Self.ms)
        )
        return SimulationPlan(link: link, fetches: bodies.map { SimulatedFetch(bodyBytes: $0) })
    }

    // MARK: Clients that stand still

    @Test func `data that arrives during the client's pause is available when it resumes`() {
        var plan = plan([5000, 5000])
        plan.fetches[0].pause = 300 * Self.ms
        plan.fetches[1].start = Instant(nanoseconds: 10 * Self.ms)
        var late = SimulatedFetch(start: Instant(nanoseconds: 100 * Self.ms), bodyBytes: 1000)
        late.host = 1
        plan.fetches.append(late)
        let transfers = LineSimulation.run(plan).transfers
        #expect(transfers[0].responseFirstByte == Instant(nanoseconds: 40 * Self.ms))
        #expect(transfers[0].responseLastByte == Instant(nanoseconds: 340 * Self.ms))
        // Another connection uses the same thread; requests wanted meanwhile are sent afterwards.
        #expect(transfers[1].responseLastByte == Instant(nanoseconds: 340 * Self.ms))
        #expect(transfers[2].start == Instant(nanoseconds: 100 * Self.ms))
        #expect(transfers[2].connectStart == Instant(nanoseconds: 340 * Self.ms))
    }

    @Test(arguments: [300, 3000] as [Int64], CongestionAlgorithm.allCases)
    func `the kernel receives a window of data, then the origin probes for space`(
        _ pause: Int64,
        _ congestion: CongestionAlgorithm
    ) throws {
        var plan = plan([1_000_000], downBps: 100_000_000)
        plan.congestion = congestion
        let plain = try #require(LineSimulation.run(plan).transfers[0].exchange)
        plan.fetches[0].pause = pause * Self.ms
        let outcome = LineSimulation.run(plan)
        let first = try #require(outcome.transfers[0].responseFirstByte)
        let resumed = first + pause * Self.ms
        let packets = zip(outcome.linkLog, outcome.contents)
        let meanwhile = packets.filter {
            $0.0.packet.direction == .down && $0.0.arrival > first && $0.0.arrival < resumed
        }
        let most = try #require(meanwhile.map { $0.1.sequence + $0.1.payload }.max())
        #expect(most > 40_000 && most < 100_000)
        // The last acknowledgement is late, so its sender may have sent a probe.
        #expect(outcome.retransmissions <= 1)
        let asked = meanwhile.filter { $0.1.payload == 0 && $0.0.arrival > first + 200 * Self.ms }
        #expect(asked.count < 6 && (pause < 1000 || !asked.isEmpty))
        let exchange = try #require(outcome.transfers[0].exchange)
        #expect(exchange > plain + (pause - 60) * Self.ms && exchange < plain + (pause + 60) * Self.ms)
    }

    @Test func `a pause has little effect on a slow link`() throws {
        var plan = plan([200_000], downBps: 2_000_000)
        let plain = try #require(LineSimulation.run(plan).transfers[0].exchange)
        plan.fetches[0].pause = 100 * Self.ms
        let paused = try #require(LineSimulation.run(plan).transfers[0].exchange)
        #expect(paused - plain >= 0 && paused - plain < 10 * Self.ms)
    }

    /// Measured over the emulated line (Linux 6.18: `tcp_rcvbuf_grow` reports a window of 2,008,233 bytes).
    /// Waiting data is read segment by segment, so nearly all of it counts for the round trip after the
    /// pause. The window then has so much room to grow that every segment is acknowledged, which takes time
    /// on a slow way up.
    @Test func `the window grows after a pause as in the kernel`() {
        var plan = plan([1_000_000, 1_000_000, 1_000_000], upBps: 256_000, downBps: 100_000_000)
        plan.stages = plan.fetches.map { _ in SimulatedStage(fetches: 1) }
        plan.fetches[0].pause = 1000 * Self.ms
        let outcome = LineSimulation.run(plan)
        let times = outcome.transfers.map { Double($0.duration ?? 0) / Double(Self.ms) }
        for (simulated, measured) in zip(times, [2028.2, 604.7, 559.2]) {
            #expect(abs(simulated - measured) < measured / 100, "\(times)")
        }
        let promised =
            outcome.linkLog.filter { $0.packet.direction == .up }
            .compactMap { $0.segment?.window }.max() ?? 0
        #expect(promised > 1_950_000 && promised < 2_250_000)
    }

    // MARK: Connections that are closed

    /// A segment of 52 bytes takes 1.625 ms at 256 kbit/s, a SYN 1.875.
    @Test(arguments: [1, 6])
    func `closing connections delays the next step`(_ count: Int) {
        var plan = plan(Array(repeating: 1000, count: count + 1), upBps: 256_000)
        plan.stages = [SimulatedStage(fetches: count), SimulatedStage(fetches: 1)]
        plan.stages[1].forgetsConnections = true
        plan.stages[1].pause = 100 * Self.ms
        let outcome = LineSimulation.run(plan)
        let next = outcome.transfers[count]
        let set = next.connectEnd.flatMap { end in next.connectStart.map { end - $0 } }
        #expect(set == Nanoseconds(count) * 1_625_000 + 1_875_000 + 20 * Self.ms)
        // Closed before the pause, they are gone by then.
        plan.stages[1].pauseBeforeClosing = 0
        let rested = LineSimulation.run(plan).transfers[count]
        let undisturbed = rested.connectEnd.flatMap { end in rested.connectStart.map { end - $0 } }
        #expect(undisturbed == 1_875_000 + 20 * Self.ms)
        // The origin closes them too, which the client's kernel receives.
        let farewells = outcome.linkLog.filter { $0.segment?.flags.contains(.fin) ?? false }
        #expect(farewells.count { $0.packet.direction == .up } == count && farewells.count == 2 * count)
        #expect(outcome.retransmissions == 0)
    }

    /// As in tshark: over HTTP/1 libcurl sends TLS's close_notify, to which the origin closes before the FIN comes. libcurl
    /// refuses all that comes then.
    @Test(arguments: [false, true])
    func `a TLS connection is closed with alerts`(_ isMultiplexed: Bool) {
        var plan = plan([1000, 1000])
        plan.security = .full13
        plan.multiplexing = isMultiplexed ? SimulatedMultiplexing() : nil
        plan.stages = [SimulatedStage(fetches: 1), SimulatedStage(fetches: 1)]
        plan.stages[1].forgetsConnections = true
        plan.stages[1].pause = 100 * Self.ms
        let outcome = LineSimulation.run(plan)
        let closed = outcome.stageStarts[1]
        func sizes(_ direction: LinkDirection) -> [Int] {
            outcome.linkLog.filter {
                $0.packet == PacketIdentity(direction: direction, flow: 1, number: $0.packet.number)
                    && $0.arrival >= closed
            }
            .map(\.bytes)
        }
        #expect(sizes(.up) == (isMultiplexed ? [52, 40, 40] : [76, 52, 40, 40, 40]))
        #expect(sizes(.down).suffix(3).drop { $0 > 76 } == (isMultiplexed ? [76, 52] : [76, 52, 52]))
    }

    @Test func `idle connections can be closed at a given time, busy ones stay open`() {
        var plan = plan([1000, 1000], downBps: 1_000_000)
        plan.fetches[0].way = .connection(1)
        plan.fetches[1].way = .connection(2)
        plan.fetches[1].bodyBytes = 100_000
        plan.fetches[1].isAwaited = false
        plan.closings = [Instant(nanoseconds: 200 * Self.ms)]
        let log = LineSimulation.run(plan).linkLog
        let closed = log.filter { $0.segment?.flags.contains(.fin) ?? false }
        #expect(Set(closed.map(\.packet.flow)) == [1])
    }

    /// A run's client closes its connections when a step ends. If a simulation is slightly later than the
    /// run, the connections also close slightly later, before the next step opens any.
    @Test func `connections close after awaited transfers and before later ones`() throws {
        var plan = plan([1000, 100_000, 1000], upBps: 256_000, downBps: 1_000_000)
        for place in 0..<3 { plan.fetches[place].way = .connection(place + 1) }
        plan.closings = [Instant(nanoseconds: 200 * Self.ms)]
        plan.fetches[2].start = Instant(nanoseconds: 200 * Self.ms)
        let outcome = LineSimulation.run(plan)
        let end = try #require(outcome.transfers[1].responseLastByte)
        #expect(end > Instant(nanoseconds: 800 * Self.ms))
        let next = outcome.transfers[2]
        #expect(next.connectStart == end)
        let farewells = outcome.linkLog.filter {
            $0.packet.direction == .up && $0.segment?.flags.contains(.fin) ?? false
        }
        #expect(farewells.map(\.packet.flow) == [1, 2] && farewells.allSatisfy { $0.arrival == end })
        // Two segments of 1.625 ms go first, then the SYN of 1.875 ms; its answer of 60 bytes comes back at 1
        // Mbit/s. The acknowledgement of the last data went before them.
        let last = outcome.linkLog.filter {
            $0.packet.flow == 2 && $0.packet.direction == .up && $0.arrival == end
        }
        let ahead = Nanoseconds(last.count + 1) * 1_625_000
        #expect(next.connectEnd == end + ahead + 1_875_000 + 480_000 + 20 * Self.ms)
    }

    @Test(arguments: UInt64(1)...20)
    func `paused transfers complete with 10 % loss`(_ seed: UInt64) {
        var plan = plan([200_000, 200_000])
        plan.seed = seed
        let side = DirectionParameters(rateBps: nil, oneWayDelay: 10 * Self.ms, lossRatio: 0.1)
        plan.link = LinkParameters(down: side, up: side)
        plan.security = .full13
        plan.fetches[0].pause = 500 * Self.ms
        plan.stages = [SimulatedStage(fetches: 1), SimulatedStage(fetches: 1)]
        plan.stages[1].forgetsConnections = true
        let outcome = LineSimulation.run(plan)
        #expect(outcome.transfers.allSatisfy { $0.responseLastByte != nil })
        #expect(outcome.packets < 5000)
    }
}
