import Foundation

/// `netlab fixture`: a file that is written.
struct WalkedFixture: WalkedCommand {
    var name: String { "fixture" }
    var arguments: [String] { ["fixture", "cat.jpg", "--size", "20000"] }

    func prepare(_ scene: FaultScene) {}

    func judge(_ outcome: FaultScene.Outcome, hasSucceeded: Bool, _ scene: FaultScene) -> [String] {
        let image = FileManager.default.contents(atPath: scene.file("cat.jpg"))
        if let image { return image.count == 20_000 ? [] : ["cat.jpg has only \(image.count) bytes"] }
        return hasSucceeded ? ["there is no cat.jpg"] : []
    }
}
