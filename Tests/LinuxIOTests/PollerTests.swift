import Glibc
import LinuxIO
import Testing

@Suite(.timeLimit(.minutes(1)))
struct PollerTests {
    @Test func `a descriptor that becomes readable is reported under its token until it is drained`() throws {
        let poller = try Poller()
        let wakeUp = try WakeUp()
        var events: [PollEvent] = []
        try poller.add(wakeUp.raw, .read, token: 7)
        try poller.wait(timeout: 0, into: &events)
        #expect(events.isEmpty)
        wakeUp.ring()
        for _ in 0..<2 {
            try poller.wait(timeout: nil, into: &events)
            #expect(events == [PollEvent(token: 7, isReadable: true)])
        }
        wakeUp.drain()
        try poller.wait(timeout: 0, into: &events)
        #expect(events.isEmpty)
    }

    @Test func `an interest can be changed and removed`() throws {
        let poller = try Poller()
        let wakeUp = try WakeUp()
        var events: [PollEvent] = []
        try poller.add(wakeUp.raw, .read, token: 1)
        try poller.modify(wakeUp.raw, [.read, .write], token: UInt64.max)
        try poller.wait(timeout: nil, into: &events)
        #expect(events == [PollEvent(token: UInt64.max, isWritable: true)])
        try poller.remove(wakeUp.raw)
        try poller.wait(timeout: 1, into: &events)
        #expect(events.isEmpty)
    }

    @Test func `a closed peer is readable and reported as hung up`() throws {
        var ends: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let mine = OwnedDescriptor(owning: ends[0])
        let poller = try Poller()
        try poller.add(mine.raw, .read, token: 3)
        close(ends[1])
        var events: [PollEvent] = []
        try poller.wait(timeout: nil, into: &events)
        #expect(events == [PollEvent(token: 3, isReadable: true, isWritable: true, hasHungUp: true)])
    }

    @Test func `events beyond one wait are delivered by the next`() throws {
        let poller = try Poller()
        let many = try (0..<100).map { _ in try WakeUp() }
        for (index, one) in many.enumerated() {
            try poller.add(one.raw, .read, token: UInt64(index))
            one.ring()
        }
        var seen: Set<UInt64> = []
        var events: [PollEvent] = []
        while seen.count < many.count {
            try poller.wait(timeout: nil, into: &events)
            try #require(!events.isEmpty)
            for event in events where seen.insert(event.token).inserted {
                many[Int(event.token)].drain()
            }
        }
        #expect(seen.count == 100)
    }

    @Test func `adding a descriptor twice is refused and names it`() throws {
        let poller = try Poller()
        let wakeUp = try WakeUp()
        try poller.add(wakeUp.raw, .read, token: 1)
        #expect(throws: SystemCallError("epoll_ctl", on: "descriptor \(wakeUp.raw)", errno: EEXIST)) {
            try poller.add(wakeUp.raw, .read, token: 1)
        }
    }
}
