import HTTP
import LinuxIO
import Serving
import Synchronization
import TestSupport
import Testing
import Wire

@testable import Proxy

@Suite(.timeLimit(.minutes(1)))
struct NameLookupTests {
    private static let second: Nanoseconds = 1_000_000_000

    /// Looks names up as soon as it has a loop. Its server serves nobody.
    // Safety: what changes is used by the server's thread alone, or behind a lock.
    private final class Asker: RequestResponder, @unchecked Sendable {
        private let names: [String]
        private let patience: Nanoseconds
        private let resolve: @Sendable (String) throws(HostNameError) -> [IPAddress]
        /// The server's thread's.
        private var lookup: NameLookup?
        let outcomes = Mutex<[String: Result<[IPAddress], UpstreamFailure>]>([:])
        let answers = Mutex(0)
        private let hasLeft = Mutex(false)
        private let leaving = Mutex<(@Sendable () -> Void)?>(nil)

        init(
            _ names: [String],
            patience: Nanoseconds = 60 * NameLookupTests.second,
            by resolve: @escaping @Sendable (String) throws(HostNameError) -> [IPAddress]
        ) {
            self.names = names
            self.patience = patience
            self.resolve = resolve
        }

        func joined(_ loop: EventLoop) {
            lookup = try? NameLookup(loop, by: resolve)
            leaving.withLock { $0 = lookup?.leave }
            for name in names {
                let question = NameQuestion(
                    client: .loopback4,
                    until: loop.clock.now() + patience,
                    isWanted: { [self] in !hasLeft.withLock { $0 } }
                ) { [self] outcome in
                    outcomes.withLock { $0[name] = outcome }
                    answers.withLock { $0 += 1 }
                }
                lookup?.addresses(of: name, question)
            }
        }

        /// Waits no more.
        func leave() {
            hasLeft.withLock { $0 = true }
            leaving.withLock { $0 }?()
        }

        func respond(to request: ServedRequest) -> ServedAnswer { .now(.text(404, "")) }

        func ended(_ exchange: ServedExchange) {}
    }

    /// Runs a server around `body`.
    private func asking(_ asker: Asker, _ body: () throws -> Void) throws {
        let server = try HTTPServer(
            listener: Listener(address: "127.0.0.1"),
            responder: asker,
            clock: RunClock()
        )
        try server.start()
        defer { server.stop() }
        try body()
    }

    @Test func `any number of names is looked up on a bounded number of threads`() throws {
        let running = Mutex<(now: Int, all: Int)>((0, 0))
        let mayEnd = Mutex(false)
        let names = (0..<300).flatMap { ["\($0).test", "\($0).test"] }
        let asker = Asker(names) { _ throws(HostNameError) in
            running.withLock { $0 = ($0.now + 1, $0.all + 1) }
            _ = Waiting.until { mayEnd.withLock { $0 } }
            running.withLock { $0.now -= 1 }
            return [.loopback4]
        }
        try asking(asker) {
            #expect(Waiting.until { running.withLock { $0.all } == 128 })
            #expect(!Waiting.until(seconds: 1) { running.withLock { $0.all } > 128 })
            mayEnd.withLock { $0 = true }
            #expect(Waiting.until { asker.answers.withLock { $0 } == 600 })
            // A name that is asked for twice at the same time is looked up once.
            #expect(running.withLock { $0.all } == 300)
        }
    }

    @Test func `a domain that does not answer delays only its own names`() throws {
        let mayEnd = Mutex(false)
        let slow = (0..<300).map { "\($0).slow.test" }
        let asker = Asker(slow + ["a.test", "localhost"]) { name throws(HostNameError) in
            if name.hasSuffix(".slow.test") { _ = Waiting.until { mayEnd.withLock { $0 } } }
            return [.loopback6]
        }
        try asking(asker) {
            #expect(Waiting.until(seconds: 10) { asker.answers.withLock { $0 } == 2 })
            let outcomes = asker.outcomes.withLock { $0 }
            #expect(outcomes["a.test"] == .success([.loopback6]))
            #expect(outcomes["localhost"] == .success([.loopback4, .loopback6]))
            mayEnd.withLock { $0 = true }
            #expect(Waiting.until { asker.answers.withLock { $0 } == 302 })
        }
    }

    @Test func `the timeout includes the time in the queue`() throws {
        let mayEnd = Mutex(false)
        let names = (0..<30).map { "\($0).slow.test" }
        let asker = Asker(names, patience: Self.second / 10) { name throws(HostNameError) in
            _ = Waiting.until { mayEnd.withLock { $0 } }
            return [.loopback6]
        }
        try asking(asker) {
            #expect(Waiting.until { asker.answers.withLock { $0 } == 30 })
            #expect(asker.outcomes.withLock { $0 }.values.allSatisfy { $0 == .failure(.slow(.name)) })
            mayEnd.withLock { $0 = true }
        }
    }

    @Test func `abandoned names are forgotten at once`() throws {
        let mayEnd = Mutex(false)
        let asked = Mutex(0)
        let asker = Asker((0..<30).map { "\($0).slow.test" }) { name throws(HostNameError) in
            asked.withLock { $0 += 1 }
            _ = Waiting.until { mayEnd.withLock { $0 } }
            return [.loopback6]
        }
        try asking(asker) {
            #expect(Waiting.until { asked.withLock { $0 } == LookupQueue.mostOfDomain })
            asker.leave()
            #expect(Waiting.until { asker.answers.withLock { $0 } == 30 })
            #expect(asker.outcomes.withLock { $0 }.values.allSatisfy { $0 == .failure(.unwanted) })
            mayEnd.withLock { $0 = true }
        }
        #expect(asked.withLock { $0 } == LookupQueue.mostOfDomain)
    }
}
