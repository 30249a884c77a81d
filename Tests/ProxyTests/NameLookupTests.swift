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
    /// Looks names up as soon as it has a loop. Its server serves nobody.
    // Safety: what changes is used by the server's thread alone, or behind a lock.
    private final class Asker: RequestResponder, @unchecked Sendable {
        private let names: [String]
        private let resolve: @Sendable (String) throws(HostNameError) -> [IPAddress]
        /// The server's thread's.
        private var lookup: NameLookup?
        let found = Mutex<[String]>([])

        init(_ names: [String], by resolve: @escaping @Sendable (String) throws(HostNameError) -> [IPAddress])
        {
            self.names = names
            self.resolve = resolve
        }

        func joined(_ loop: EventLoop) {
            lookup = try? NameLookup(loop, by: resolve)
            for name in names {
                lookup?.addresses(of: name) { [self] _ in found.withLock { $0.append(name) } }
            }
        }

        func respond(to request: ServedRequest) -> ServedAnswer { .now(.text(404, "")) }

        func ended(_ exchange: ServedExchange) {}
    }

    @Test func `any number of names is looked up by a bounded number of threads`() throws {
        let running = Mutex<(now: Int, all: Int)>((0, 0))
        let mayEnd = Mutex(false)
        let names = (0..<300).flatMap { ["\($0).test", "\($0).test"] }
        let asker = Asker(names) { _ throws(HostNameError) in
            running.withLock { $0 = ($0.now + 1, $0.all + 1) }
            _ = Waiting.until { mayEnd.withLock { $0 } }
            running.withLock { $0.now -= 1 }
            return [.loopback4]
        }
        let server = try HTTPServer(
            listener: Listener(address: "127.0.0.1"),
            responder: asker,
            clock: RunClock()
        )
        try server.start()
        #expect(Waiting.until { running.withLock { $0.all } == 128 })
        #expect(!Waiting.until(seconds: 1) { running.withLock { $0.all } > 128 })
        mayEnd.withLock { $0 = true }
        #expect(Waiting.until { asker.found.withLock { $0.count } == 600 })
        // A name that is asked for twice at the same time is looked up once.
        #expect(running.withLock { $0.all } == 300)
        server.stop()
    }
}
