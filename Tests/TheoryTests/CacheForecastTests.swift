import Scenarios
import Testing

@testable import Theory

@Suite struct CacheForecastTests {
    private let client = ClientSettings(
        policy: .both,
        revalidate: .never,
        memory: .init(count: 2),
        disk: .init(size: 300)
    )

    /// Each file has 100 bytes.
    private func needs(_ files: String, by client: ClientSettings) -> [CacheForecast.Need] {
        var forecast = CacheForecast()
        return files.map { forecast.fetch(String($0), size: 100, by: client) }
    }

    @Test(arguments: [
        // Memory has room for two, the disk for three: the fourth displaces the least recently used.
        (ClientSettings.Policy.both, "abcab", "FFF.."), (.both, "abcda", "FFFFF"), (.both, "abcdb", "FFFF."),
        // A hit in memory is not a use of the disk's entry.
        (.both, "abacda", "FF.FFF"), (.memory, "abab", "FF.."), (.memory, "abca", "FFFF"),
        (.memory, "abaca", "FF.F."), (.disk, "abca", "FFF."), (.disk, "abcad", "FFF.F"),
        (.none, "aaa", "FFF"),
    ])
    func `an evicted file is fetched again`(
        _ policy: ClientSettings.Policy,
        _ files: String,
        _ fetched: String
    ) {
        var client = client
        client.policy = policy
        let found = needs(files, by: client).map { $0 == .body ? "F" : "." }.joined()
        #expect(found == fetched)
    }

    @Test func `a file larger than the cache is never stored`() {
        var small = client
        small.policy = .disk
        small.disk.size = 99
        #expect(needs("aa", by: small) == [.body, .body])
    }

    @Test func `diskHit revalidates disk hits only, always revalidates every hit`() {
        var asking = client
        asking.revalidate = .diskHit
        #expect(needs("abca", by: asking) == [.body, .body, .body, .validation])
        #expect(needs("aa", by: asking) == [.body, .nothing])
        asking.revalidate = .always
        #expect(needs("aa", by: asking) == [.body, .validation])
    }
}
