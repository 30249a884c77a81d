import HTTP
import LinkModel
import Scenarios
import Testing

@testable import ScenarioFormat

@Suite struct KeyedTests {
    @Test func `a value has each key once, and needs only keys that it has`() {
        let types: [any Keyed.Type] = [
            ClientSettings.self, ClientSettings.CacheLimits.self, ClientSettings.Retry.self,
            ControlledDelay.self, CookieSetting.self, FetchStep.Entry.self, FourStateLoss.self,
            GilbertElliott.self, LinkFraming.self, ModificationDate.self, OriginEncryption.self,
            OriginSettings.self, ProportionalIntegral.self, ResponseBehaviour.self, ResponseFault.self,
            ResponsePieces.self, URLSigning.self,
        ]
        for type in types {
            #expect(Set(type.keys).count == type.keys.count, "\(type)")
            #expect(Set(type.needed).isSubset(of: type.keys), "\(type)")
        }
    }

    @Test(arguments: [
        ("origin", "cookies: { a: { value: \"b; c\", path: \"d; e\" } }", 2),
        ("origin", "pieces: { size: 1, pause: 1 }", 2),
        ("link", "profile: dsl, down: { loss: { gilbertElliott: { toBad: 1, toGood: 1 } } }", 2),
    ])
    func `every wrong key of a mapping is reported`(_ place: String, _ text: String, _ count: Int) {
        let scenario = "netlab: 1\n\(place): { \(text) }\n"
        let error = #expect(throws: ScenarioError.self) {
            _ = try ScenarioLoader.load(text: Array(scenario.utf8), file: "x.yaml", purpose: .bench)
        }
        #expect(error?.diagnostics.count == count)
    }
}
