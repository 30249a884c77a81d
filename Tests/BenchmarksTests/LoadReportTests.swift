import Testing

@testable import Benchmarks

struct LoadReportTests {
    private let calm = """
        Running 2s test @ http://127.0.0.1:46541/1k.bin
          1 threads and 8 connections
          143211 requests in 2.00s, 170.72MB read
        Requests/sec:  71590.31

        """

    @Test func `counts the requests, and no failures in a clean report`() {
        #expect(LoadReport.requests(calm) == 143_211)
        #expect(LoadReport.failures(calm) == 0)
        #expect(LoadReport.requests("unable to connect") == nil)
    }

    @Test func `adds up all kinds of failures`() {
        let troubled =
            calm + "  Socket errors: connect 1, read 20, write 0, timeout 3\n  Non-2xx or 3xx responses: 5\n"
        #expect(LoadReport.failures(troubled) == 29)
    }

    @Test func `an access log yields the wait for each response`() {
        let log = """
            {"schema":"netlab.serve/1"}
            {"requestLastByteNs":1000000,"responseFirstByteNs":1500000}
            {"requestLastByteNs":1000000,"responseFirstByteNs":null}
            not whol
            """
        #expect(AccessLogWaits.milliseconds(log) == [0.5])
    }
}
