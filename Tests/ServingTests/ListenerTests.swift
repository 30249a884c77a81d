import LinuxIO
import Testing

@testable import Serving

@Suite struct ListenerTests {
    private func failure(_ address: String, port: UInt16 = 0, congestion: String? = nil) -> ListenerError? {
        do throws(ListenerError) {
            _ = try Listener(address: address, port: port, congestion: congestion)
            return nil
        } catch {
            return error
        }
    }

    @Test func `a port in use is reported with its address`() throws {
        let listener = try Listener(address: "127.0.0.1")
        let taken = try #require(SocketAddress("127.0.0.1", port: listener.port))
        #expect(failure("127.0.0.1", port: listener.port) == .inUse(taken))
        #expect(ListenerError.inUse(taken).description.contains("127.0.0.1:\(listener.port)"))
        _ = consume listener
    }

    @Test func `each unusable address or congestion control has its own error`() throws {
        #expect(failure("localhost") == .invalidAddress("localhost"))
        #expect(failure("[::1]") == .invalidAddress("[::1]"))
        let beyond = try #require(SocketAddress("2001:db8::1", port: 0))
        #expect([.notThisMachine(beyond), .noIPv6(beyond)].contains(failure("2001:db8::1")))
        let elsewhere = try #require(SocketAddress("192.0.2.1", port: 0))
        #expect(failure("192.0.2.1") == .notThisMachine(elsewhere))
        #expect(failure("127.0.0.1", congestion: "nonesuch") == .unknownCongestionControl("nonesuch"))
    }

    @Test func `a known congestion control need not be the kernel's default`() {
        #expect(failure("127.0.0.1", congestion: "reno") == nil)
    }
}
