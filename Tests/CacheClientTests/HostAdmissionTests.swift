import Testing

@testable import CacheClient

@Suite struct HostAdmissionTests {
    /// Events of one host's transfers, in order.
    enum Event: Sendable {
        case began
        case ready(Bool)
        case ended(Bool?)
    }

    @Test(
        arguments: [
            ([], false, true), ([.began, .began], false, false),
            ([.began, .began, .ended(nil)], false, true),
            // A transfer that may share a connection goes first alone.
            ([], true, true), ([.began], true, false), ([.began, .ended(nil)], true, true),
            // The connection is shared: there is room for many.
            ([.began, .ready(true)], true, true), ([.began, .ready(true), .began, .began], true, true),
            ([.began, .ready(true), .ended(true)], true, true),
            ([.began, .ready(true), .began, .ended(true)], true, false),
            // It is not shared: each needs its own.
            ([.began, .ready(false)], true, true), ([.began, .ready(false), .began], true, false),
        ] as [([Event], Bool, Bool)]
    )
    func `admits a transfer depending on the state of the host's two connections`(
        events: [Event],
        mayShare: Bool,
        expected: Bool
    ) {
        var host = HostAdmission()
        for event in events {
            switch event {
            case .began: host.began()
            case .ready(let isShared): host.ready(isShared: isShared, before: nil)
            case .ended(let isShared): host.ended(isShared: isShared)
            }
        }
        #expect(host.mayBegin(connections: 2, mayShare: mayShare) == expected)
    }

    @Test func `a transfer that moves to another connection counts once`() {
        var host = HostAdmission()
        host.began()
        host.ready(isShared: true, before: nil)
        host.ready(isShared: false, before: true)
        #expect(host.mayBegin(connections: 2, mayShare: true))
        host.began()
        #expect(!host.mayBegin(connections: 2, mayShare: true))
        host.ended(isShared: nil)
        host.ended(isShared: false)
        #expect(host == HostAdmission())
    }

    @Test func `limits the streams of one connection`() {
        var host = HostAdmission()
        for _ in 0..<HostAdmission.mostStreams {
            #expect(host.mayBegin(connections: 1, mayShare: true))
            host.began()
            host.ready(isShared: true, before: nil)
        }
        #expect(!host.mayBegin(connections: 1, mayShare: true))
    }
}
