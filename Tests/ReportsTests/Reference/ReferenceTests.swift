import Foundation
import JSON
import Reports
import Runs
import Testing

/// Compares `docs/reference/result.md` with what `result.json` has. `make reference` writes it.
@Suite struct ReferenceTests {
    private static let file = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "docs/reference/result.md")

    @Test func `every key of a result is documented on its page`() throws {
        let text = try ResultReference.page()
        if ProcessInfo.processInfo.environment["NETLAB_WRITE_REFERENCE"] == "1" {
            try text.write(to: Self.file, atomically: true, encoding: .utf8)
        }
        let isSame = try String(contentsOf: Self.file, encoding: .utf8) == text
        #expect(
            isSame,
            "docs/reference/result.md is not what the program writes: `make reference` writes it again"
        )
    }

    @Test func `a complete result has no null`() throws {
        // A value of a key that is null here would be missing on the page. A line has one kind of rate, one
        // pattern of outages.
        let kinds = ["everyNs", "forNs", "meanUpNs", "meanDownNs", "trace", "rateBps"]
        let nulls = Self.nulls(in: try FullResult.made().json, at: "").filter { path in
            !kinds.contains { path.hasSuffix(".\($0)") }
        }
        #expect(nulls == [])
    }

    private static func nulls(in value: JSONValue, at path: String) -> [String] {
        switch value {
        case .null: [path]
        case .object(let members): members.flatMap { nulls(in: $0.value, at: "\(path).\($0.key)") }
        case .array(let values): values.flatMap { nulls(in: $0, at: "\(path)[]") }
        default: []
        }
    }
}
