import BenchControl
import Phones
import Testing

@testable import Services

@Suite struct PhoneCallTests {
    @Test func `parses a method and a path`() throws {
        let anna = try PhoneName("anna")
        let calls: [(String, String, PhoneCall)] = [
            ("GET", "", .overview), ("GET", "/", .overview), ("GET", "/?x=1", .overview),
            ("GET", "/phones/anna", .tell(anna)), ("PUT", "/line", .changeShared),
            ("PUT", "/phones/anna/line", .change(anna)), ("DELETE", "/phones/anna/line", .share(anna)),
        ]
        for (method, path, call) in calls {
            #expect(try PhoneCall(method: method, path: path[...]) == call, "\(method) \(path)")
        }
    }

    @Test(arguments: [
        ("POST", ""), ("PUT", ""), ("GET", "/line"), ("DELETE", "/line"), ("GET", "/phones"),
        ("PUT", "/phones/anna"), ("POST", "/phones/anna/line"), ("PUT", "/phones/anna/line/x"),
        ("PUT", "/phones/anna/link"), ("GET", "/other"),
    ])
    func `rejects an unknown call`(method: String, path: String) throws {
        #expect(try PhoneCall(method: method, path: path[...]) == nil)
    }

    @Test(arguments: ["/phones/a%2Fb", "/phones/.x/line"])
    func `an impossible name is answered like an unknown phone`(path: String) {
        let error = #expect(throws: ControlError.self) {
            try PhoneCall(method: path.hasSuffix("line") ? "PUT" : "GET", path: path[...])
        }
        #expect(error?.kind == .missing && error?.advice == PhoneCall.advice)
    }
}
