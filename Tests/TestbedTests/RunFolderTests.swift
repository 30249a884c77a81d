import Foundation
import TestSupport
import Testing

@testable import Testbed

@Suite(.timeLimit(.minutes(1)))
struct RunFolderTests {
    private let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
    }

    @Test func `a named folder is created with its parents, private to its owner`() throws {
        let folder = try RunFolder.named(scratch.file("a/b/run"))
        let mode = try FileManager.default.attributesOfItem(atPath: folder.path)[.posixPermissions] as? Int
        #expect(mode == 0o700)
        try folder.write("result.json", Array("{}".utf8))
        let file = try FileManager.default.attributesOfItem(atPath: folder.file("result.json"))
        #expect(file[.posixPermissions] as? Int == 0o600)
    }

    @Test func `an empty folder is accepted, a non-empty one is refused by name`() throws {
        let path = scratch.file("run")
        _ = try RunFolder.named(path)
        let folder = try RunFolder.named(path)
        try folder.write("precious", [1])
        #expect(throws: RunFolderError.notEmpty(path)) { try RunFolder.named(path) }
    }

    @Test func `a folder that cannot be created is reported with its path`() {
        let error = #expect(throws: RunFolderError.self) { try RunFolder.named("/proc/netlab/run") }
        #expect(error.map { "\($0)".contains("/proc/netlab") } == true)
    }

    @Test(arguments: [
        (["XDG_STATE_HOME": "/s", "HOME": "/h"], ["/s/netlab/runs", "/tmp/netlab-runs-7"]),
        (["HOME": "/h", "TMPDIR": "/t"], ["/h/.local/state/netlab/runs", "/t/netlab-runs-7"]),
        (["HOME": "here"], ["/tmp/netlab-runs-7"]),
    ])
    func `without a place in the working folder the user's own places are used`(
        _ variables: [String: String],
        _ places: [String]
    ) {
        #expect(RunFolderPlaces(variables, user: 7).elsewhere == places)
    }

    @Test func `the first writable place is used and marked as elsewhere`() throws {
        var places = RunFolderPlaces(["HOME": scratch.file("home")], user: 7)
        #expect(
            try !RunFolder.fresh(scenario: "a", wall: 0, in: places.here(scratch.file("here"))).isElsewhere
        )
        places = places.here("/sys/netlab-runs")
        let folder = try RunFolder.fresh(scenario: "a", wall: 0, in: places)
        #expect(folder.isElsewhere)
        #expect(folder.path == scratch.file("home/.local/state/netlab/runs/a-19700101T000000Z"))
        #expect(FileManager.default.fileExists(atPath: scratch.file("home/.local/state/netlab/runs/latest")))
    }

    @Test(arguments: [(1, 9, "1"), (3, 10, "03"), (12, 100, "012")])
    func `runs of a series have numbers that sort`(_ number: Int, _ count: Int, _ name: String) throws {
        let folder = try RunFolder.named(scratch.file("series"))
        #expect(try folder.numbered(number, of: count).path == folder.path + "/" + name)
    }
}
