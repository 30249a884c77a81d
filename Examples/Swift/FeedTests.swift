import Foundation
import FoundationNetworking
import TestBench
import TestBenchTraits
import Testing

/// What an app shows.
private struct Feed {
    let url: String

    init(from url: String) {
        self.url = url
    }

    func load() async throws -> Data {
        guard let url = URL(string: url) else { throw URLError(.badURL) }
        let (data, response) = try await URLSession.shared.data(from: url)
        guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw URLError(.badServerResponse) }
        return data
    }
}

@Suite struct FeedTests {
    private static let origin: Bench.Origin = .files(["tom.jpg": .image(.jpeg, bytes: 20_000)])

    @Test func `the feed is there within two seconds on 3G`() async throws {
        let origin: Bench.Origin = .files([
            "feed.json": .json(#"{ "cats": ["tom"] }"#).maxAge(.seconds(60)),
            "tom.jpg": .image(.jpeg, bytes: 300_000),
        ])
        try await Bench.with(link: .threeG, origin: origin) { bench in
            try await bench.within(.seconds(2)) {
                try await Feed(from: bench.url("feed.json")).load()
            }
            try await bench.expect(1, requestsTo: "feed.json")
        }
    }

    @Test(.bench(link: .dsl, origin: origin))
    func `a picture is whole`() async throws {
        let picture = try await Feed(from: Bench.current.url("tom.jpg")).load()
        #expect(picture.count == 20_000)
    }

    @Test(arguments: 0..<8)
    func `tests side by side have lines of their own`(number: Int) async throws {
        try await Bench.with(link: .dsl, origin: .files(["n": .text("\(number)")]), attempts: 3) { bench in
            let text = try await Feed(from: bench.url("n")).load()
            #expect(text == Data("\(number)".utf8))
        }
    }
}
