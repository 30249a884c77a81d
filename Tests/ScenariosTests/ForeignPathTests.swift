import Scenarios
import Testing

@Suite struct ForeignPathTests {
    @Test(
        arguments: [
            ("a.jpg", false), ("pages/a.jpg", false), ("./a.jpg", false), ("pages/../a.jpg", false),
            ("inputs/a.jpg", false),
            ("..a/b", false), ("/etc/passwd", true), ("../a.jpg", true), ("pages/../../a.jpg", true),
            ("./../a", true),
        ]
    )
    func `a path that leads out of the folder is foreign`(_ path: String, _ isForeign: Bool) {
        let file = OriginFile(name: "a", content: .file(path: path, bytes: [1]))
        let scenario = Scenario(name: "s", origin: OriginSettings(files: [file]), steps: [])
        #expect(scenario.foreignPaths == (isForeign ? [path] : []))
    }
}
