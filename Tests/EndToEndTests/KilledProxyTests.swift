import Foundation
import TestSupport
import Testing

/// What a proxy leaves behind that had no time to clean up.
@Suite(.timeLimit(.minutes(1)))
struct `A killed proxy` {
    @Test func `leaves its token file only until the next command`() throws {
        let bench = try InterceptingProxy()
        #expect(try bench.tell("status").status == 0)
        // Beside the authority's files, named by the port.
        let found = try FileManager.default.subpathsOfDirectory(atPath: bench.folder.file("data"))
        let name = try #require(found.first { $0.hasSuffix("proxies/\(bench.port).json") })
        let path = bench.folder.file("data/\(name)")
        bench.proxy.signal(SIGKILL)
        _ = try bench.proxy.finish()
        #expect(FileManager.default.fileExists(atPath: path))
        // A file of the last two seconds may be a starting proxy's.
        let isGone = try Waiting.until {
            let status = try bench.tell("status")
            #expect(status.status == 3 && status.errors.contains("no proxy of this user runs"))
            return !FileManager.default.fileExists(atPath: path)
        }
        #expect(isGone)
    }
}
