import Forwarding
import LinuxIO
import Proxy
import Serving
import Synchronization
import TestSupport
import Testing
import Wire

/// What taps learn of a proxy's connections.
@Suite(.timeLimit(.minutes(1)), .enabled(if: Program.find("curl") != nil, "needs curl"))
struct ProxyTapTests {
    /// Keeps the bytes of each connection, in their order.
    private final class Taps: StreamTapping {
        final class Tap: StreamTap {
            private let text = Mutex("")

            var all: String { text.withLock { $0 } }

            func connected() { note("(connected)") }
            func received(_ bytes: ArraySlice<UInt8>) { note("<" + String(decoding: bytes, as: UTF8.self)) }
            func now() -> Instant { .zero }
            func sent(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>, at instant: Instant) {
                note(">" + String(decoding: first + second, as: UTF8.self))
            }
            func finishedSending() { note("(finished)") }
            func failed(_ error: SystemCallError) { note("(failed)") }
            func closed(_ closing: StreamClosing) { note("(closed)") }

            private func note(_ more: String) { text.withLock { $0 += more } }
        }

        private let taps = Mutex<[(peer: SocketAddress, name: String?, tap: Tap)]>([])

        var all: [(peer: SocketAddress, name: String?, tap: Tap)] { taps.withLock { $0 } }

        func accepted(from peer: SocketAddress, at local: SocketAddress) -> (any StreamTap)? {
            add(peer, nil)
        }

        func connecting(
            to peer: SocketAddress,
            named name: String,
            from local: SocketAddress,
            at instant: Instant
        ) -> (any StreamTap)? {
            add(peer, name)
        }

        private func add(_ peer: SocketAddress, _ name: String?) -> Tap {
            let tap = Tap()
            taps.withLock { $0.append((peer, name, tap)) }
            return tap
        }
    }

    @Test func `both legs are tapped from the first byte to the end`() throws {
        let taps = Taps()
        let bench = try ProxyBench(change: { $0.taps = taps })
        #expect(try bench.curl("http://localhost:\(bench.origin.port)/a").output == "/a")
        bench.proxy.stop()
        // Its thread closes the sockets.
        _ = Waiting.until { taps.all.allSatisfy { $0.tap.all.hasSuffix("(closed)") } }
        #expect(taps.all.map(\.name) == [nil, "localhost"])
        let (client, server) = (taps.all.first?.tap.all ?? "", taps.all.last?.tap.all ?? "")
        #expect(taps.all.last?.peer.port == bench.origin.port)
        #expect(client.hasPrefix("<GET http://localhost:\(bench.origin.port)/a HTTP/1.1\r\n"))
        #expect(server.hasPrefix("(connected)>GET /a HTTP/1.1\r\n"))
        #expect(client.contains(">HTTP/1.1 200 ") && server.contains("<HTTP/1.1 200 "))
        #expect(client.hasSuffix("(closed)") && server.hasSuffix("(closed)"))
    }

    @Test func `a failed connection attempt is reported to its tap`() throws {
        let taps = Taps()
        let bench = try ProxyBench(change: { $0.taps = taps })
        bench.origin.stop()
        #expect(try bench.curl("-w", "%{http_code}", "-o", "page", "\(bench.plain)/a").output == "502")
        #expect(taps.all.last?.tap.all == "(failed)(closed)")
    }
}
