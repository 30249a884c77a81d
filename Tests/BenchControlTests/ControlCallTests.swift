import Testing
import Wire

@testable import BenchControl

struct ControlCallTests {
    @Test(arguments: [
        ("GET", "", ControlCall.overview),
        ("GET", "/", .overview),
        ("POST", "/benches", .make),
        ("GET", "/benches/3", .tell(3)),
        ("DELETE", "/benches/3", .end(3)),
        ("PUT", "/benches/3/link", .changeLink(3)),
        ("POST", "/benches/3/change", .changeFiles(3, [])),
        ("POST", "/benches/3/change?files=a.jpg,b/c.jpg", .changeFiles(3, ["a.jpg", "b/c.jpg"])),
        ("POST", "/benches/3/advance?by=7d", .advance(3, by: 604_800_000_000_000)),
        ("POST", "/benches/3/advance?by=1.5%20s", .advance(3, by: 1_500_000_000)),
    ])
    func `parses a method and a path`(method: String, path: String, call: ControlCall) throws {
        #expect(try ControlCall(method: method, path: path[...]) == call)
    }

    @Test(arguments: [
        ("POST", ""), ("GET", "/benches"), ("PUT", "/benches/3"), ("DELETE", "/benches/x"), ("GET", "/other"),
        ("GET", "/benches/3/link"), ("POST", "/benches/3/link/x"), ("POST", "/benches/99999999999999999999"),
    ])
    func `rejects an unknown call`(method: String, path: String) throws {
        #expect(try ControlCall(method: method, path: path[...]) == nil)
    }

    @Test(arguments: [
        "/benches/1/advance", "/benches/1/advance?by=", "/benches/1/advance?by=7",
        "/benches/1/advance?by=-1d",
    ])
    func `rejects an invalid time with an example`(path: String) {
        let error = #expect(throws: ControlError.self) { try ControlCall(method: "POST", path: path[...]) }
        #expect(error?.kind == .order)
        #expect(error?.advice == "advance?by=7d")
    }
}
