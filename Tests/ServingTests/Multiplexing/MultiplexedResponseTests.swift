import HTTP
import LinuxIO
import Testing
import Wire

@testable import Serving

/// In virtual time.
struct MultiplexedResponseTests {
    private static let second: Nanoseconds = 1_000_000_000

    private func response(
        _ body: String,
        _ framing: BodyFraming = .length,
        _ course: ResponseCourse = ResponseCourse(),
        interim: Int = 0
    ) -> MultiplexedResponse {
        let exchange = ServedExchange(
            client: SocketAddress(address: 0x7F00_0001, port: 1),
            order: 0,
            stream: 1,
            request: HTTPRequestHead(method: "GET", target: "/", version: .http2),
            status: 0,
            accepted: .zero,
            requestFirstByte: .zero,
            requestLastByte: .zero
        )
        let served = ServedResponse(
            head: HTTPResponseHead(status: 200),
            body: ServedBody(body),
            framing: framing,
            course: course
        )
        return MultiplexedResponse(served, to: exchange, interim: interim)
    }

    private func at(_ seconds: Int64) -> Instant { .zero + seconds * Self.second }

    private func content(_ text: String, isLast: Bool) -> MultiplexedResponse.Supply {
        .content(.memory(Array(text.utf8)[...]), isLast: isLast)
    }

    @Test func `a body is supplied in the requested amounts, and its end with the last byte`() {
        let response = response("abcdefg")
        #expect(response.supply(atMost: 3, at: .zero) == content("abc", isLast: false))
        #expect(response.supply(atMost: 3, at: .zero) == content("def", isLast: false))
        #expect(response.supply(atMost: 3, at: .zero) == content("g", isLast: true))
    }

    @Test func `pieces are supplied after their pauses`() {
        let pieces = PacedPieces(size: 2, pause: 5 * Self.second)
        let response = response("abcd", .length, ResponseCourse(delay: Self.second, pieces: pieces))
        #expect(response.start == at(1))
        #expect(response.supply(atMost: 9, at: at(1)) == content("ab", isLast: false))
        #expect(response.supply(atMost: 9, at: at(1)) == .wait(until: at(6)))
        #expect(response.supply(atMost: 9, at: at(6)) == content("cd", isLast: true))
    }

    @Test func `a course that ends early stops the content`() {
        let response = response("abcd", .length, ResponseCourse(ending: .close(.content(3))))
        #expect(response.supply(atMost: 9, at: .zero) == content("abc", isLast: false))
        #expect(response.supply(atMost: 9, at: .zero) == .stop)
    }

    @Test func `a slow close delays the end after the content`() {
        let response = response("ab", .length, ResponseCourse(ending: .slowClose(Self.second)))
        #expect(response.supply(atMost: 9, at: .zero) == content("ab", isLast: false))
        #expect(response.supply(atMost: 9, at: .zero) == .wait(until: at(1)))
        #expect(response.supply(atMost: 9, at: at(1)) == .content(.memory([]), isLast: true))
    }

    @Test func `trailers come last`() {
        let response = response("ab", .chunked(trailers: ["X": "1"]))
        #expect(response.supply(atMost: 9, at: .zero) == content("ab", isLast: false))
        #expect(response.supply(atMost: 9, at: .zero) == .trailers(["X": "1"]))
    }

    @Test func `the record counts the sent bytes of the final head and the body`() {
        func took(
            _ kind: StreamProgress.Kind,
            _ count: Int,
            isWhole: Bool = true,
            isLast: Bool = false
        ) -> StreamProgress {
            StreamProgress(stream: 1, kind: kind, count: count, isWhole: isWhole, isLast: isLast)
        }
        func offered(_ moment: Int64) -> Handover {
            Handover(count: 0, began: at(moment), places: SentByteMap(start: 0))
        }
        let response = response("ab", interim: 1)
        response.took(took(.fields, 20), offered(1), at: at(2))
        #expect(response.exchange.responseFirstByte == nil && response.exchange.headerBytes == 0)
        response.took(took(.fields, 30, isWhole: false), offered(3), at: at(4))
        response.took(took(.fields, 10), offered(5), at: at(6))
        response.took(took(.data, 2, isLast: true), offered(7), at: at(8))
        #expect(response.exchange.responseFirstByte == at(3) && response.exchange.responseLastByte == at(8))
        #expect(response.exchange.headerBytes == 40 && response.exchange.bodyBytes == 2)
    }
}
