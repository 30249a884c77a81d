import Foundation
import Testing

/// A scenario over a line whose name server takes three seconds, and its checks.
enum SlowNames {
    /// In the second step one transfer keeps the open connection for a while, so the other opens another.
    static let scenario = """
        netlab: 1
        name: names
        link: { profile: nlc/high-latency-dns }
        origin:
          files:
            a.jpg: { image: jpeg, size: 20 KiB }
            slow.jpg: { image: jpeg, size: 20 KiB, delay: 200 ms }
        client: { policy: none }
        steps:
          - name: first
            fetch: [a.jpg]
          - name: second
            fetch: [slow.jpg, a.jpg]
            start: together
        """

    static let delay: Int64 = 3_000_000_000
    static let tolerance: Int64 = 20_000_000

    static func expect(_ result: ResultDocument, within tolerance: Int64 = tolerance) throws {
        #expect(result.outcome == "ok")
        let first = try #require(result.transfers("first").first)
        let dns = try #require(first.phases?.dnsNs)
        #expect(abs(dns - delay) < tolerance, "\(dns)")
        #expect(first.durationNs > delay)
        // Without the name lookup, the exchange and its connection take their usual time.
        #expect(try #require(first.exchangeNs) < tolerance)
        #expect(try #require(first.theory?.aloneNs) < tolerance)
        let step = try #require(result.steps.first)
        #expect(abs(step.makespanNs - (try #require(step.theory?.sharedNs))) < tolerance)
        let second = result.transfers("second")
        #expect(second.count { $0.newConnection == true } == 1)
        #expect(second.allSatisfy { ($0.phases?.dnsNs ?? .max) < tolerance })
    }

    /// Packets outside any connection: two questions and their answers.
    static func datagrams(in folder: String) throws -> Int {
        let log = try String(contentsOfFile: "\(folder)/link.jsonl", encoding: .utf8)
        return log.split(separator: "\n").count { $0.contains("\"flow\":0,") }
    }
}
