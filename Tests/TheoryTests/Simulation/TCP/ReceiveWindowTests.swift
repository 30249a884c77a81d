import Testing

@testable import Theory

/// Windows that Linux advertised in its acknowledgements, from the line's log.
@Suite struct ReceiveWindowTests {
    private static let segment = 1448

    private func begun(_ kernel: KernelRelease = .recent) -> ReceiveWindow {
        var window = ReceiveWindow(
            kernel: kernel,
            segment: Self.segment,
            headers: 52,
            offered: 1460,
            largestBuffer: 16 << 20
        )
        window.begin(at: 0)
        return window
    }

    @Test func `full segments open the window by two each, up to the buffer's space`() {
        var window = begun()
        #expect(window.promise(from: 0, held: 0) == 64_512)
        window.learnSegment(Self.segment)
        let promised = (1...6).map { count in
            _ = window.grow(Self.segment, held: 2304)
            return window.promise(from: count * Self.segment, held: 0)
        }
        #expect(promised == [67_584, 70_656, 73_216, 76_288, 79_360, 80_896])
    }

    @Test(arguments: ["6.1.192", "5.15.0-91-generic"])
    func
        `an older kernel leaves it where it is until the application has read more than in a round trip before`(
            _ release: String
        ) throws
    {
        var window = begun(try #require(KernelRelease(release)))
        window.learnSegment(Self.segment)
        let grown = (0..<6).map { _ in window.grow(Self.segment, held: 2304) }
        #expect(grown.allSatisfy { !$0 } && window.promise(from: 6 * Self.segment, held: 2304) == 64_512)
        window.echo(0, length: Self.segment, least: 536, now: 40, isRead: true)
        var read = 0
        func look(at moment: Int, _ segments: Int) {
            let end = segments * Self.segment
            window.read(upTo: end, of: end, beyond: 0, packet: read + Self.segment, at: moment)
            read = end
        }
        let looks = [(41, 1), (42, 10), (82, 11), (84, 30), (123, 31)]
        for (milliseconds, segments) in looks { look(at: milliseconds * 1000, segments) }
        while window.grow(Self.segment, held: 2304) {}
        // Twice the twenty segments of a round trip and 16 more, three times, since they had been ten before; and room for
        // the packet that comes.
        #expect(window.free(held: 0) == (168 * 2984 - 2304) / 2)
    }

    @Test(arguments: ["6.6", "6.12.117"])
    func `newer kernels learn the window's share of the buffer and hold back a segment`(
        _ release: String
    ) throws {
        var window = begun(try #require(KernelRelease(release)))
        window.learnSegment(Self.segment)
        let promised = (1...6).map { count in
            _ = window.grow(Self.segment, held: 2304)
            return window.promise(from: count * Self.segment, held: 0)
        }
        #expect(promised == [67_072, 70_144, 73_216, 75_776, 78_848, 80_896])
        // What arrives beyond a gap makes no room.
        window.provide(beyond: 1 << 20)
        let grows = window.grow(Self.segment, held: 2304)
        #expect(!grows)
        // Seventeen segments after ten: twice as many and 16 more, and twice again for what they are more.
        window.echo(0, length: Self.segment, least: 536, now: 40, isRead: true)
        for (microseconds, segments) in [(41_000, 10), (82_000, 27)] {
            let end = segments * Self.segment
            window.read(upTo: end, of: end, limit: end, beyond: 0, packet: nil, at: microseconds)
        }
        while window.grow(Self.segment, held: 2304) {}
        let wanted = 50 * Self.segment
        let buffer = ((wanted + 2 * (wanted * 7 / 10)) << 8) / 160
        #expect(window.free(held: 0) == ((buffer - 2304) * 160) >> 8)
    }

    /// 28,672 bytes were offered with 32 segments beyond a gap, and what filled it was the last to be acknowledged at once.
    @Test func `the window is half full when unread data takes half of the buffer's memory`() throws {
        let window = begun(try #require(KernelRelease("6.1")))
        #expect((28...32).map { window.isHalfFull(held: $0 * 2304) } == [false, false, true, true, true])
    }

    /// 41 packets leave 36,608 of 131,072 bytes, of which 160 of 256 are offered.
    @Test func `the window is rounded down below half of the buffer, and a small rest counts as zero`()
        throws
    {
        var window = begun(try #require(KernelRelease("6.12")))
        window.learnSegment(Self.segment)
        #expect([41, 53, 54].map { window.offer(held: $0 * 2304) } == [22_528, 5120, 0])
    }

    @Test(arguments: [
        (22_528, 45_055, false), (22_528, 45_056, true), (50_000, 100_000, false), (0, 0, false),
    ])
    func `a larger window is announced when it is twice what is left`(
        _ left: Int,
        _ offer: Int,
        _ isTold: Bool
    ) throws {
        var window = begun(try #require(KernelRelease("6.12")))
        window.learnSegment(Self.segment)
        #expect(window.isWorthTelling(offer, left: left) == isTold)
    }

    /// The origin's part of a TLS handshake, its tickets and settings, then full segments, two per
    /// acknowledgement.
    @Test func `a short first segment costs as much as a full one and does not open the window`() {
        var window = begun()
        _ = window.promise(from: 0, held: 0)
        window.learnSegment(881)
        let grows = window.grow(881, held: 2304)
        #expect(!grows && window.promise(from: 881, held: 0) == 64_000)
        _ = window.grow(510, held: 2304)
        #expect(window.promise(from: 1459, held: 0) == 63_488)
        window.learnSegment(Self.segment)
        let promised = stride(from: 4355, through: 13_043, by: 2 * Self.segment).map { end in
            _ = window.grow(Self.segment, held: 2304)
            _ = window.grow(Self.segment, held: 2304)
            return window.promise(from: end, held: 0)
        }
        #expect(promised == [69_632, 75_264, 80_896, 80_896])
    }

    /// The window grows by what is read within a round trip, less unread data: ten segments, twenty, forty,
    /// each time evaluated when this many of the round had arrived.
    @Test(arguments: [(1, 172_544), (2, 153_088)])
    func `unread data does not count as read`(_ there: Int, _ promised: Int) {
        var window = begun()
        window.learnSegment(Self.segment)
        window.echo(0, length: Self.segment, least: 536, now: 40, isRead: true)
        var read = 0
        func look(at moment: Int, _ segments: Int) {
            let end = segments * Self.segment
            window.read(upTo: end, of: end, beyond: 0, packet: read + Self.segment, at: moment)
            read = end
        }
        look(at: 41_000, 1)
        look(at: 42_000, 10)
        look(at: 82_000, 10 + there)
        look(at: 84_000, 30)
        look(at: 123_000, 30 + there)
        for _ in 0..<100 { _ = window.grow(Self.segment, held: 2304) }
        #expect(window.promise(from: 100 * Self.segment, held: 0) == promised)
    }
}
