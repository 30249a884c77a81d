#if canImport(HTTP3)
    import LinkModel
    import Runs
    import Testing
    import Wire

    @testable import Theory

    @Suite("HTTP/3, simulated by both ends that speak it")
    struct QUICSimulationTests {
        private static func link(down: Int64?, up: Int64?, delay: Nanoseconds) -> LinkParameters {
            var link = LinkParameters.unlimited
            link.down = DirectionParameters(rateBps: down, oneWayDelay: delay)
            link.up = DirectionParameters(rateBps: up, oneWayDelay: delay)
            return link
        }

        private static func plan(_ link: LinkParameters, _ sizes: [Int]) -> SimulationPlan {
            var plan = SimulationPlan(link: link, fetches: sizes.map { SimulatedFetch(bodyBytes: $0) })
            plan.speaksHTTP3 = true
            return plan
        }

        @Test("a small answer takes one round trip for the handshake, and one for itself")
        func answers() throws {
            let plan = Self.plan(Self.link(down: nil, up: nil, delay: 50_000_000), [1000])
            let transfer = LineSimulation.run(plan).transfers[0]
            #expect(transfer.connectEnd == Instant(nanoseconds: 100_000_000))
            let end = try #require(transfer.responseLastByte)
            // What is sent is spread over the round trip.
            #expect(end >= Instant(nanoseconds: 200_000_000) && end < Instant(nanoseconds: 210_000_000))
        }

        @Test("a retry costs one more round trip")
        func retries() throws {
            var plan = Self.plan(Self.link(down: nil, up: nil, delay: 50_000_000), [1000])
            plan.retries = true
            let transfer = LineSimulation.run(plan).transfers[0]
            #expect(transfer.connectEnd == Instant(nanoseconds: 200_000_000))
        }

        @Test("packets stay below the line's MTU, and the answer arrives", arguments: [1280, 1400])
        func fits(mtu: Int) throws {
            var link = Self.link(down: 5_000_000, up: 1_000_000, delay: 10_000_000)
            link.mtu = mtu
            let outcome = LineSimulation.run(Self.plan(link, [300_000]))
            #expect(outcome.transfers[0].responseLastByte != nil)
            #expect(outcome.linkLog.map(\.bytes).max() ?? 0 <= mtu)
        }

        @Test("what is under way when connections are to close is finished first")
        func closes() throws {
            var plan = Self.plan(Self.link(down: 1_000_000, up: 1_000_000, delay: 10_000_000), [100_000])
            plan.closings = [Instant(nanoseconds: 300_000_000)]
            let end = try #require(LineSimulation.run(plan).transfers[0].responseLastByte)
            #expect(end > Instant(nanoseconds: 800_000_000))
        }

        @Test(
            "a large answer keeps the line busy, with QUIC's overhead",
            arguments: [1_000_000, 10_000_000] as [Int64]
        )
        func fills(rate: Int64) throws {
            let size = 2_000_000
            let plan = Self.plan(Self.link(down: rate, up: rate, delay: 10_000_000), [size])
            let transfer = LineSimulation.run(plan).transfers[0]
            let end = try #require(transfer.responseLastByte)
            let ideal = Double(size) * 8 / Double(rate)
            #expect(end.seconds > ideal && end.seconds < ideal * 1.05 + 0.2)
        }

        @Test(
            "the same simulation takes the same time twice, and another seed of losses another",
            arguments: [1, 2, 3]
        )
        func repeats(seed: UInt64) throws {
            var link = Self.link(down: 5_000_000, up: 1_000_000, delay: 20_000_000)
            link.down.loss = .random(PacketShare(0.02))
            var plan = Self.plan(link, [300_000, 100_000])
            plan.seed = seed
            let (one, two) = (LineSimulation.run(plan).transfers[0], LineSimulation.run(plan).transfers[0])
            let (first, second) = try (#require(one.responseLastByte), #require(two.responseLastByte))
            // A signature's length is drawn anew each time, and differs by two bytes at most.
            #expect(abs(first - second) < 50_000)
            plan.seed += 100
            let other = try #require(LineSimulation.run(plan).transfers[0].responseLastByte)
            #expect(abs(first - other) > 50_000)
        }

        @Test("every packet of the log is settled")
        func logs() {
            let plan = Self.plan(Self.link(down: 2_000_000, up: 256_000, delay: 5_000_000), [100_000])
            let outcome = LineSimulation.run(plan)
            #expect(outcome.linkLog.count == outcome.packets && outcome.contents.count == outcome.packets)
            #expect(outcome.linkLog.first?.bytes == 1228)
        }
    }

    extension Instant {
        fileprivate var seconds: Double { Double(nanoseconds) / 1e9 }
    }
#endif
