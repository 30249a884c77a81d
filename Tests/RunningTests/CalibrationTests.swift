import LinkModel
import Programs
import Testing

@testable import Running

@Suite struct CalibrationTests {
    @Test(arguments: [
        ("nlc/3g", 97_500), ("nlc/wifi-ac", 8_000_000), ("wpt/native", 8_000_000), ("wpt/dial", 20_000),
    ])
    func `a download lasts about one second on its line`(_ name: String, _ bytes: Int) throws {
        #expect(Calibration.size(on: try #require(LinkCatalogue.profile(named: name)).link) == bytes)
    }

    @Test func `lines are named as in the catalogue, and a line that carries nothing is refused`() throws {
        for name in Calibration.usual { #expect(LinkCatalogue.profile(named: name) != nil) }
        let unknown = #expect(throws: CommandFailure.self) { _ = try Calibration(["dls"]) }
        #expect(unknown?.advice?.contains("`dsl`") == true)
        let silent = #expect(throws: CommandFailure.self) { _ = try Calibration(["nlc/loss-100"]) }
        #expect(silent?.message == "nlc/loss-100 lets no download through")
        #expect(throws: Never.self) { _ = try Calibration(["nlc"]) }
    }
}
