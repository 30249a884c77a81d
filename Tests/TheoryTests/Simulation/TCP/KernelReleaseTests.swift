import LinkModel
import Testing

@testable import Theory

@Suite struct KernelReleaseTests {
    @Test(arguments: [
        ("6.1.192", "6.1", true, 768), ("6.2", "6.2", true, 768), ("6.3.0-rc1", "6.3", true, 832),
        ("5.15.0-91-generic", "5.15", true, 768), ("6.6.1", "6.6", false, 832),
        ("6.18-rc1", "6.18", false, 832),
        ("7.0", "7.0", false, 832),
    ])
    func `a release's name determines its TCP behaviour`(
        _ text: String,
        _ name: String,
        _ halves: Bool,
        _ piece: Int
    )
        throws
    {
        let release = try #require(KernelRelease(text))
        #expect(release.description == name)
        #expect(release.learnsWindowShare == !halves && release.pieceCost == piece)
    }

    @Test(arguments: [("6.1.192", false), ("6.9.12", false), ("6.10", true), ("6.18", true)])
    func `bursts end with their piece in older kernels`(_ text: String, _ joins: Bool) throws {
        var plan = SimulationPlan(
            link: LinkParameters(down: DirectionParameters(), up: DirectionParameters()),
            fetches: []
        )
        plan.kernel = try #require(KernelRelease(text))
        var sequence = SendSequence(TCPSettings(plan))
        sequence.open(window: 64_000, from: 0)
        sequence.offer(100_000, .message)
        let next = sequence.nextCall()
        let call = try #require(next)
        #expect(sequence.takePiece(of: call, isFirst: true) && sequence.takePiece(of: call, isFirst: false))
        let piece = 22 * 1448
        #expect(sequence.written == 2 * piece)
        #expect(sequence.growFront(by: 2 * piece).end == (joins ? 2 * piece : piece))
    }

    @Test(arguments: ["", "6", "six.one", "6.", ".1", "Linux 6.1"])
    func `text without a leading version is rejected`(_ text: String) {
        #expect(KernelRelease(text) == nil)
    }
}
