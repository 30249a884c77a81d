import Inspection
import JSON
import Reports
import Testing
import Wire

@Suite struct ExchangeRankingTests {
    private static let ms: Int64 = 1_000_000

    /// Each exchange's stream, duration in milliseconds and body; the first two have the same duration.
    private static let sizes: [(stream: Int, duration: Int64, body: Int)] = [
        (0, 200, 100_000), (1, 200, 9_000_000), (2, 700, 2_000_000), (3, 50, 4_000_000),
    ]

    private func inspection() -> CaptureInspection {
        var inspection = CaptureInspection(packets: 100, firstStamp: 0, lastStamp: 1000 * Self.ms)
        for (stream, duration, body) in Self.sizes {
            let client = Endpoint(address: .v4(1), port: UInt16(40_000 + stream))
            let server = Endpoint(address: .v4(2), port: 80)
            var exchange = CaptureExchange(stream: stream, order: 0, client: client, server: server)
            (exchange.method, exchange.status, exchange.target) = ("GET", 200, "/\(stream).jpg")
            (exchange.requestSent, exchange.firstByte) = (0, 10 * Self.ms)
            exchange.lastByte = duration * Self.ms
            (exchange.bodyBytes, exchange.isComplete) = (body, true)
            inspection.exchanges.append(exchange)
            inspection.flows.append(
                CaptureFlow(
                    stream: stream,
                    client: client,
                    server: server,
                    isClientGuessed: false,
                    firstStamp: 0,
                    lastStamp: duration * Self.ms
                )
            )
        }
        var unknown = inspection.exchanges[0]
        (unknown.connection, unknown.requestSent, unknown.firstByte) = (.tcp(4), nil, nil)
        inspection.exchanges.append(unknown)
        return inspection
    }

    private func report(_ ranking: ExchangeRanking) -> InspectionReport {
        InspectionReport(inspection(), file: "a.pcap", ranking: ranking)
    }

    private func streams(_ ranking: ExchangeRanking) -> [Int] {
        (report(ranking).json["exchanges"]?.elements ?? []).compactMap { exchange in
            guard case .integer(let stream)? = exchange["stream"] else { return nil }
            return Int(stream)
        }
    }

    @Test(
        arguments: [
            (.start, [0, 1, 2, 3, 4]), (.duration, [2, 0, 1, 3, 4]), (.size, [1, 3, 2, 0, 4]),
            (.speed, [0, 2, 1, 3, 4]),
        ] as [(ExchangeRanking.Order, [Int])]
    )
    func `sorts the worst first and unknown values last`(
        _ order: ExchangeRanking.Order,
        _ expected: [Int]
    ) {
        #expect(streams(ExchangeRanking(order)) == expected)
        for most in 1...5 {
            #expect(streams(ExchangeRanking(order, most: most)) == Array(expected.prefix(most)))
        }
        #expect(streams(ExchangeRanking(order, most: 1000)) == expected)
    }

    @Test func `without an order, a limit selects the longest exchanges`() {
        #expect(streams(ExchangeRanking(most: 2)) == [2, 0])
        #expect(streams(ExchangeRanking()) == [0, 1, 2, 3, 4])
    }

    @Test func `a limited list of responses reports only their connections, in every format`() {
        let report = report(ExchangeRanking(.size, most: 2))
        let text = report.document.text(width: 100)
        #expect(text.contains("2 connections, 2 of 5 HTTP responses"))
        #expect(report.json["flows"]?.elements.map { $0["stream"] } == [.integer(1), .integer(3)])
        #expect(InspectionArchive(report).draft.value["log"]?["entries"]?.elements.count == 2)
        var csv = ""
        InspectionCSV(report).write { csv += String(decoding: $0, as: UTF8.self) }
        let rows = csv.split(separator: "\r\n").dropFirst()
        #expect(rows.map { $0.split(separator: ",", omittingEmptySubsequences: false)[5] } == ["1", "3"])
    }

    @Test func `selecting the highest few of 10,000 matches a full sort`() {
        let places = (0..<10_000).map { ($0 &* 7919) % 1009 }
        let list = InspectedList(
            places.map { place in
                var exchange = CaptureExchange(
                    stream: 0,
                    order: place,
                    client: Endpoint(address: .v4(1), port: 1),
                    server: Endpoint(address: .v4(2), port: 80)
                )
                exchange.bodyBytes = place
                return exchange
            }
        )
        let best = list.ranked(most: 300) { $0.bodyBytes % 5 == 0 ? nil : Int64($0.bodyBytes) }
        let expected = places.filter { $0 % 5 != 0 }.sorted(by: >).prefix(300)
        #expect(best.map(\.bodyBytes) == Array(expected))
    }
}
