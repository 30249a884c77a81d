import HTTP
import Serving
import Testing

@testable import Origin

@Suite struct StatusTests {
    private static let origin = """
        files:
          flaky.jpg: { image: jpeg, size: 1 kB, status: [503, 502, 200] }
          gone: { status: 410 }
          error.json: { status: 422, json: { error: size } }
          away: { redirect: /flaky.jpg }
          moved: { redirect: "https://a.test/b", status: 308 }
          soon: { redirect: /gone, status: [307, 200], text: here }
          empty: { status: 204 }
        """

    @Test func `a list of statuses is used up in order, separately for each file`() throws {
        let bench = try AnsweringBench(Self.origin)
        #expect(try bench.ask("/flaky.jpg").text == "503 Service Unavailable\n")
        #expect(try bench.ask("/gone").head.status == 410)
        #expect(try bench.ask("/flaky.jpg", method: "HEAD").head.status == 502)
        for _ in 0..<2 {
            let response = try bench.ask("/flaky.jpg")
            #expect(response.head.status == 200 && response.body.count == 1000)
        }
    }

    @Test func `a fixed status is sent with the content`() throws {
        let response = try AnsweringBench(Self.origin).ask("/error.json")
        #expect(response.head.status == 422 && response.text == "{\"error\": \"size\"}")
        #expect(response.head.fields["Content-Type"] == "application/json")
    }

    @Test func `redirects have a Location and no body`() throws {
        let bench = try AnsweringBench(Self.origin)
        for (target, status, place) in [
            ("/away", 302, "/flaky.jpg"), ("/moved", 308, "https://a.test/b"), ("/soon", 307, "/gone"),
        ] {
            let response = try bench.ask(target)
            #expect(response.head.status == status && response.head.fields["Location"] == place)
            #expect(response.body.count == 0 && response.head.fields["Content-Length"] == "0")
        }
        let after = try bench.ask("/soon")
        #expect(after.text == "here" && after.head.fields["Location"] == nil)
    }

    @Test func `a status without a body is sent without one`() throws {
        let response = try AnsweringBench(Self.origin).ask("/empty")
        #expect(response.head.status == 204 && response.body.count == 0 && response.names.isEmpty)
    }

    @Test func `OPTIONS and unsupported methods list the allowed methods`() throws {
        let bench = try AnsweringBench(Self.origin)
        for (method, status) in [("OPTIONS", 204), ("POST", 405), ("TRACE", 405), ("get", 405)] {
            let response = try bench.ask(method == "OPTIONS" ? "*" : "/gone", method: method)
            #expect(response.head.status == status)
            #expect(response.head.fields["Allow"] == "GET, HEAD, OPTIONS")
        }
    }
}
