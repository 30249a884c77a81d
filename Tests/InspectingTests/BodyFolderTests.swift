import Inspection
import Reports
import TestSupport
import Testing
import Wire

@testable import Inspecting

@Suite struct BodyFolderTests {
    private static let responses = [
        (stream: 0, host: "a.example", status: 200, type: "image/jpeg"),
        (stream: 1, host: "b.example", status: 200, type: "image/png"),
        (stream: 1, host: "b.example", status: 404, type: "text/html"),
        (stream: 2, host: "c.b.example", status: 200, type: "text/html"),
    ]

    private static func exchange(_ place: Int) -> CaptureExchange {
        let response = responses[place]
        let (client, server) = (Endpoint(address: .v4(1), port: 1), Endpoint(address: .v4(2), port: 80))
        var exchange = CaptureExchange(stream: response.stream, order: place, client: client, server: server)
        exchange.url = "http://\(response.host)/x"
        (exchange.status, exchange.mediaType) = (response.status, response.type)
        return exchange
    }

    private static func filter(_ change: (inout ExchangeFilter) -> Void) -> ExchangeFilter {
        var filter = ExchangeFilter()
        change(&filter)
        return filter
    }

    @Test(
        arguments: [
            (ExchangeFilter(), nil, [0, 1, 2, 3]), (filter { $0.host = "b.example" }, nil, [1, 2]),
            (filter { $0.host = "*.b.example" }, nil, [3]), (filter { $0.statuses = 400...499 }, nil, [2]),
            (filter { $0.type = "image" }, nil, [0, 1]), (ExchangeFilter(), 1, [1, 2]),
            (filter { $0.type = "text" }, 1, [2]),
            // Not yet known.
            (filter { ($0.slowerThan, $0.largerThan) = (1, 1) }, nil, [0, 1, 2, 3]),
        ] as [(ExchangeFilter, Int?, [Int])]
    )
    func `writes only the bodies of matching responses`(
        _ filter: ExchangeFilter,
        _ stream: Int?,
        _ expected: [Int]
    ) throws {
        let folder = try ScratchFolder()
        let bodies = try BodyFolder(folder.file("bodies"), filter: filter, stream: stream)
        let written = Self.responses.indices.filter { bodies.sink(for: Self.exchange($0)) != nil }
        #expect(written == expected)
    }
}
