import HTTP
import LinuxIO
import Logs
import Testing

@testable import CacheClient

@Suite struct LookupStageTests {
    private let bench = StageBench()
    private let folder = TemporaryFolder()

    /// Only memory, with one image.
    private func stage(_ configuration: Configuration) throws -> LookupStage {
        var configuration = configuration
        configuration.diskFolder = folder.path
        let cache = try TieredCache(configuration, bench.log)
        let moment = bench.log.moment(bench.log.now())
        cache.memory.store(CachedImage(bytes: [7], etag: "\"1\""), for: "http://a.test/", at: moment)
        let responses = ResponseBuilder(bench.log)
        return LookupStage(cache, ClientState(configuration), responses, bench.log)
    }

    private func configuration(_ revalidate: Configuration.Revalidation) -> Configuration {
        Configuration(policy: .memory, revalidate: revalidate)
    }

    @Test func `a memory hit answers without a request`() throws {
        let configuration = configuration(.never)
        try stage(configuration).lookUp(bench.load(ImageRequest(url: "http://a.test/"), configuration))
        #expect(bench.responses.first?.bytes == [7] && bench.stepNames.isEmpty)
        #expect(bench.events == [.memoryHit, .done])
    }

    @Test func `a hit that must be revalidated is kept while the image is fetched`() throws {
        let configuration = configuration(.always)
        try stage(configuration).lookUp(bench.load(ImageRequest(url: "http://a.test/"), configuration))
        #expect(bench.stepNames == ["fetch"] && bench.responses.isEmpty)
        #expect(bench.events == [.memoryHit])
    }

    @Test func `without a disk cache the lookup ends at memory`() throws {
        let configuration = configuration(.never)
        let load = bench.load(ImageRequest(url: "http://b.test/"), configuration)
        try stage(configuration).lookUp(load)
        #expect(bench.stepNames == ["fetch"] && bench.events.isEmpty)
    }

    @Test func `a hit is counted once, and a forced refresh finds nothing`() throws {
        let configuration = configuration(.never)
        let stage = try stage(configuration)
        var request = ImageRequest(url: "http://a.test/")
        let hit = try #require(
            stage.inMemory(request, PreparedConfiguration(configuration), at: bench.log.now())
        )
        #expect(stage.answer(hit, 1, since: bench.log.now()).source == .memory)
        #expect(bench.log.counts.memoryHits == 1)
        request.options.insert(.forceRefresh)
        #expect(
            stage.inMemory(request, PreparedConfiguration(configuration), at: bench.log.now())?.image == nil
        )
    }
}
