import LinuxIO
import Testing
import Wire

@testable import Proxy

struct KnownNamesTests {
    private static let found = Result<[IPAddress], HostNameError>.success([.loopback4])
    private static let failed = Result<[IPAddress], HostNameError>.failure(
        HostNameError("a.test", reason: "late")
    )

    @Test(arguments: ["localhost", "localhost.", "a.localhost", "a.b.localhost."])
    func `localhost names need no look-up`(_ name: String) {
        #expect(KnownNames().outcome(for: name, at: .zero) == .success([.loopback4, .loopback6]))
    }

    @Test func `answers are cached for a limited time`() {
        var known = KnownNames()
        #expect(known.outcome(for: "a.test", at: .zero) == nil)
        known.note(Self.found, for: "a.test", at: .zero, after: 1)
        #expect(known.outcome(for: "a.test", at: .zero + KnownNames.patience - 1) == Self.found)
        #expect(known.outcome(for: "a.test", at: .zero + KnownNames.patience) == nil)
        #expect(known.outcome(for: "notlocalhost", at: .zero) == nil)
    }

    @Test func `only slow failures are cached`() {
        var known = KnownNames()
        known.note(Self.failed, for: "a.test", at: .zero, after: KnownNames.slow - 1)
        #expect(known.outcome(for: "a.test", at: .zero) == nil)
        known.note(Self.failed, for: "a.test", at: .zero, after: KnownNames.slow)
        #expect(known.outcome(for: "a.test", at: .zero) == Self.failed)
    }

    @Test func `the cache is bounded`() {
        var known = KnownNames()
        for number in 0..<3000 { known.note(Self.found, for: "\(number).test", at: .zero, after: 1) }
        let left = (0..<3000).count { known.outcome(for: "\($0).test", at: .zero) != nil }
        #expect(1...1000 ~= left && known.outcome(for: "2999.test", at: .zero) != nil)
    }
}
