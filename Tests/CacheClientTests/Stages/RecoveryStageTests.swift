import HTTP
import Logs
import TestSupport
import Testing

@testable import CacheClient

@Suite struct RecoveryStageTests {
    private let bench = StageBench()
    private let failure = FetchError(.timeout, "too late")

    private func recover(_ load: Load, from failure: FetchError) {
        let stage = RecoveryStage(CallerTasks(), ResponseBuilder(bench.log), bench.log)
        stage.recover(load, from: failure, nil)
    }

    private var held: Load.Held {
        let image = CachedImage(bytes: [7], etag: "\"1\"")
        return Load.Held(image: image, tier: .disk, ifFailing: .use)
    }

    @Test func `without an alternative the caller gets the failure`() throws {
        recover(bench.load(), from: failure)
        let response = try #require(bench.responses.first)
        #expect(response.error == failure && bench.stepNames.isEmpty)
        #expect(bench.events == [.failed])
    }

    @Test func `a stored image is served before an alternative is tried`() throws {
        var request = ImageRequest(url: "http://a.test/")
        request.alternatives = [.url("http://b.test/")]
        recover(bench.load(request, held: held), from: failure)
        let response = try #require(bench.responses.first)
        #expect(response.bytes == [7] && response.source == .disk && response.validationError == failure)
        #expect(bench.stepNames.isEmpty)
    }

    @Test func `an alternative starts with a lookup in memory`() {
        var request = ImageRequest(url: "http://a.test/")
        request.alternatives = [.url("http://b.test/")]
        recover(bench.load(request), from: failure)
        #expect(bench.stepNames == ["lookUp"] && bench.responses.isEmpty)
    }

    @Test func `a cancelled load tries neither a retry nor an alternative`() throws {
        var request = ImageRequest(url: "http://a.test/")
        request.alternatives = [.url("http://b.test/")]
        request.retry = RetryStrategy { _ in .retry(after: .zero) }
        recover(bench.load(request, held: held), from: FetchError(.cancelled, "not wanted"))
        #expect(bench.responses.first?.error?.word == .cancelled && bench.stepNames.isEmpty)
    }

    @Test func `a retry asks the same source again`() async throws {
        var request = ImageRequest(url: "http://a.test/")
        request.retry = RetryStrategy { $0.retries == 0 ? .retry(after: .zero) : .stop }
        recover(bench.load(request), from: failure)
        #expect(try await Waiting.inTask { bench.stepNames == ["fetch"] })
        #expect(bench.responses.isEmpty)
    }
}
