import ScenarioFormat
import Testing

/// A scenario with one fault, and its expected report.
struct BrokenScenario: CustomTestStringConvertible, Sendable {
    var title: String
    var text: [UInt8]
    /// nil if the fault has no line.
    var place: String?
    var message: String
    var suggestion: String?

    var testDescription: String { title }

    init(
        _ title: String,
        _ text: String,
        at place: String?,
        _ message: String,
        meant suggestion: String? = nil
    ) {
        self.init(title, bytes: Array(text.utf8), at: place, message, meant: suggestion)
    }

    init(
        _ title: String,
        bytes: [UInt8],
        at place: String?,
        _ message: String,
        meant suggestion: String? = nil
    ) {
        self.title = title
        self.text = bytes
        self.place = place
        self.message = message
        self.suggestion = suggestion
    }

    /// A whole scenario with one part replaced: `link` is line 2, `origin` lines 3 to 6, `client` 7, `steps`
    /// 8 and following.
    static func scenario(
        link: String = "link: { profile: dsl }",
        origin: String =
            "origin:\n  files:\n    a.jpg: { image: jpeg, size: 10 kB }\n    b.jpg: { image: jpeg, size: 20 kB }",
        client: String = "client: { policy: both }",
        steps: String = "steps:\n  - name: cold\n    fetch: all\n  - name: warm\n    fetch: [a.jpg]",
        rest: String = ""
    ) -> String {
        ["netlab: 1", link, origin, client, steps, rest].joined(separator: "\n") + "\n"
    }

    /// Loads it, and checks that the fault is reported once, with its message and place.
    func check(
        _ overrides: [ScenarioOverride] = [],
        files: ScenarioFiles = .none,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        do {
            _ = try ScenarioLoader.load(text: text, file: "x.yaml", overrides: overrides, files: files)
            Issue.record("loaded", sourceLocation: sourceLocation)
        } catch {
            let found = error.diagnostics.first { $0.message.contains(message) }
            guard let found else {
                Issue.record("told instead: \(error)", sourceLocation: sourceLocation)
                return
            }
            let place = found.line.map { "\($0):\(found.column ?? 0)" }
            #expect(place == self.place, "\(error)", sourceLocation: sourceLocation)
            #expect(found.suggestion == suggestion, "\(error)", sourceLocation: sourceLocation)
            #expect(error.diagnostics.count == 1, "\(error)", sourceLocation: sourceLocation)
        }
    }
}
