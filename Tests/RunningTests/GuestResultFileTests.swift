import LinuxIO
import Testing

@testable import Running

@Suite struct GuestResultFileTests {
    @Test func `folders are read in the order in which they were added`() throws {
        let news = try GuestResultFile()
        #expect(news.roots.isEmpty)
        for root in ["netlab-runs/a b-1", "/tmp/x"] {
            try WholeFile.append(news.path, Array("\(root)\n".utf8))
        }
        #expect(news.roots == ["netlab-runs/a b-1", "/tmp/x"])
    }

    @Test func `each file has its own name and is removed with its owner`() throws {
        let first = try GuestResultFile()
        let path = first.path
        do {
            let second = try GuestResultFile()
            #expect(second.path != path && WholeFile.exists(second.path))
        }
        #expect(WholeFile.exists(path))
        _ = consume first
        #expect(!WholeFile.exists(path))
    }

    @Test func `outside a guest finished folders are kept in memory`() {
        let finished = FinishedRuns()
        finished.add("a")
        finished.add("b")
        #expect(finished.roots == ["a", "b"])
    }
}
