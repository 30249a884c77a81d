import Testing

@testable import Theory

@Suite struct SendCallsTests {
    private static let page = 4096

    /// Calls until the kernel has everything.
    private func calls(_ release: String, _ kind: SendCalls.Kind, _ bytes: Int) throws -> [SendCalls.Call] {
        var calls = SendCalls(kernel: try #require(KernelRelease(release)))
        calls.offer(bytes, kind)
        calls.begin(at: 0)
        var all: [SendCalls.Call] = []
        while let call = calls.next(after: all.last?.end ?? 0) { all.append(call) }
        return all
    }

    @Test(arguments: ["6.1", "6.12"])
    func `a message is one call, and its short last segment waits if more follows`(_ release: String) throws {
        #expect(try calls(release, .message, 100_000) == [SendCalls.Call(end: 100_000, ending: .push)])
        #expect(
            try calls(release, .followed, 100_000)
                == [SendCalls.Call(end: 100_000, ending: .hold(isMarked: false))]
        )
    }

    /// 132 bytes of head, and 20 pages and a half.
    @Test func `older kernels send a file page by page, sixteen at a time`() throws {
        let all = try calls("6.1", .file(head: 132), 132 + 20 * Self.page + 2048)
        #expect(all.count == 22)
        #expect(all[0] == SendCalls.Call(end: 132, ending: .hold(isMarked: true)))
        #expect(all[1...15].allSatisfy { $0.ending == .nothing })
        #expect(all[16] == SendCalls.Call(end: 132 + 16 * Self.page, ending: .hold(isMarked: false)))
        #expect(all.last == SendCalls.Call(end: 132 + 20 * Self.page + 2048, ending: .push))
    }

    @Test func `newer kernels send sixteen pages in one call`() throws {
        let all = try calls("6.12", .file(head: 132), 132 + 20 * Self.page)
        #expect(all.map(\.end) == [132, 132 + 16 * Self.page, 132 + 20 * Self.page])
    }

    @Test func `a resumed call starts again with the rest of its page`() throws {
        var calls = SendCalls(kernel: try #require(KernelRelease("6.1")))
        calls.offer(100 * Self.page, .file(head: 0))
        calls.begin(at: 6000)
        var ends: [SendCalls.Call] = []
        while ends.last?.ending != .hold(isMarked: false),
            let call = calls.next(after: ends.last?.end ?? 6000)
        {
            ends.append(call)
        }
        #expect(ends.first?.end == 2 * Self.page && ends.last?.end == 17 * Self.page)
    }

    /// A message of the same size lies in stretches of 32 KiB.
    @Test func `a range of a file has one fragment per page`() throws {
        var calls = SendCalls(kernel: try #require(KernelRelease("6.1")))
        calls.offer(132 + 10 * Self.page, .file(head: 132))
        calls.offer(100_000, .message)
        #expect(calls.fragments(of: 132..<132 + Self.page) == 1)
        #expect(calls.fragments(of: 133..<133 + Self.page) == 2)
        #expect(calls.fragments(of: 0..<132 + Self.page) == 2)
        let start = 132 + 10 * Self.page
        #expect(calls.fragments(of: start..<start + 65_536) == 3)
    }
}
