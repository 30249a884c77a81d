import HTTP
import Testing

@testable import Serving

@Suite struct HTTP1ResponsePlanTests {
    private static let responses: [ServedResponse] = [
        ServedResponse(
            head: HTTPResponseHead(status: 200, fields: ["Content-Type": "image/jpeg"]),
            body: ServedBody("abc")
        ),
        ServedResponse(head: HTTPResponseHead(status: 304, fields: ["ETag": "\"a\""])),
        ServedResponse(head: HTTPResponseHead(status: 404, fields: ["Content-Length": "7"])),
        ServedResponse(head: HTTPResponseHead(status: 200, fields: ["Date": "never"])),
        ServedResponse(head: HTTPResponseHead(status: 200, fields: ["Connection": "x"])),
        ServedResponse(head: HTTPResponseHead(status: 200), body: ServedBody("abc"), framing: .chunked()),
        ServedResponse(head: HTTPResponseHead(status: 200), body: ServedBody("abc"), framing: .untilClose),
        .bare([1, 2, 3]),
    ]

    private func head(
        _ response: ServedResponse,
        method: String = "GET",
        version: HTTPVersion = .http11,
        isFinal: Bool = false
    ) -> String {
        var response = response
        response.date = HTTPDate(secondsSince1970: 0)
        let request = HTTPRequestHead(method: method, target: "/", version: version)
        let plan = HTTP1ResponsePlan(response, to: request, isFinal: isFinal)
        return String(decoding: plan.head, as: UTF8.self)
    }

    @Test(arguments: responses)
    func `a prepared head equals a computed one`(response: ServedResponse) {
        for method in ["GET", "HEAD"] {
            for version in [HTTPVersion.http10, .http11] {
                for isFinal in [false, true] {
                    #expect(
                        head(response.laidOut(), method: method, version: version, isFinal: isFinal)
                            == head(response, method: method, version: version, isFinal: isFinal)
                    )
                }
            }
        }
    }

    @Test func `changes after preparation update the head`() {
        var response = Self.responses[0].laidOut()
        response.head.fields["Content-Type"] = "image/png"
        #expect(head(response).contains("image/png"))
        response = Self.responses[0].laidOut()
        response.body = ServedBody("abcdef")
        #expect(head(response).contains("Content-Length: 6\r\n"))
        response = Self.responses[0].laidOut()
        response.framing = .chunked()
        #expect(head(response).contains("Transfer-Encoding: chunked\r\n"))
    }
}
