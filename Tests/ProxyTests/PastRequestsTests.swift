import Forwarding
import HTTP
import LinuxIO
import Testing
import Wire

@testable import Proxy

@Suite struct PastRequestsTests {
    private static func past(_ number: Int, _ body: PastBody) throws -> PastRequest {
        let head = HTTPRequestHead(
            method: "POST",
            target: "http://a.test/\(number)",
            fields: ["Host": "a.test"]
        )
        let request = try ForwardedRequest(head, within: nil)
        return PastRequest(
            number: number,
            request: request,
            client: SocketAddress(host: .loopback4, port: 1),
            body: body,
            status: 200,
            bytes: 0,
            duration: nil,
            server: UpstreamFacts(to: request.destination),
            held: nil
        )
    }

    private static func whole(_ count: Int) -> PastBody { .kept([UInt8](repeating: 1, count: count)) }

    /// The numbers of requests whose bodies are kept.
    private func kept(_ requests: PastRequests) -> [Int] {
        requests.newest(.max).filter { if case .kept = $0.body { true } else { false } }.map(\.number)
    }

    @Test func `the newest bodies are kept within the memory limit`() throws {
        var requests = PastRequests(most: 5, bytes: 100)
        for number in 1...4 { requests.note(try Self.past(number, Self.whole(40))) }
        #expect(kept(requests) == [3, 4])
        #expect(requests[2]?.body == .missing(.tooLarge))
        requests.note(try Self.past(5, .none))
        requests.note(try Self.past(6, Self.whole(20)))
        #expect(kept(requests) == [3, 4, 6] && requests[5]?.body == PastBody.none)
        // The ring is full: the oldest requests go, with their bodies.
        for number in 7...9 { requests.note(try Self.past(number, .missing(.incomplete))) }
        #expect(requests.newest(.max).map(\.number) == [5, 6, 7, 8, 9] && kept(requests) == [6])
        requests.note(try Self.past(10, Self.whole(90)))
        #expect(kept(requests) == [10])
        requests.note(try Self.past(11, Self.whole(101)))
        #expect(kept(requests) == [] && requests[11]?.body == .missing(.tooLarge))
        for number in 12...30 { requests.note(try Self.past(number, Self.whole(50))) }
        #expect(kept(requests) == [29, 30])
    }

    @Test func `a body is kept if it was sent completely`() {
        var content = KeptContent()
        _ = content.add([1, 2], atMost: 10)
        #expect(PastBody(content, hasBody: true, isWhole: true) == .kept([1, 2]))
        #expect(PastBody(content, hasBody: true, isWhole: false) == .missing(.incomplete))
        #expect(PastBody(nil, hasBody: true, isWhole: true) == .missing(.notKept))
        #expect(PastBody(nil, hasBody: false, isWhole: true) == PastBody.none)
        content.drop()
        #expect(PastBody(content, hasBody: true, isWhole: true) == .missing(.tooLarge))
    }
}
