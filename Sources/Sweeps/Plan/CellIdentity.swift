import LinkModel
import ScenarioFormat
package import Scenarios
import TLS
import Wire

/// What decides a cell's result: two cells with the same identity are the same cell, in whatever sweep.
package struct CellIdentity: Hashable, Sendable {
    /// Hexadecimal digits of an identity: 96 bits, so that ten million cells share none by chance.
    package static let digits = 24

    package let text: String

    package init(_ scenario: Scenario, _ conditions: CellConditions) {
        var lines = [
            "netlab \(conditions.netlab)", "clock \(conditions.clock.rawValue)",
            "kernel \(conditions.kernel)",
            "line \(conditions.line.rawValue)", ResolvedScenario(scenario).text,
        ]
        // The scenario only names them.
        for input in scenario.inputs {
            lines.append("\(Digest.sha256.text(of: input.bytes)) \(input.path)")
        }
        text = String(Digest.sha256.text(of: Array(lines.joined(separator: "\n").utf8)).prefix(Self.digits))
    }

    /// nil if the text is no identity.
    package init?(_ text: String) {
        guard text.utf8.count == Self.digits, text.utf8.allSatisfy({ Self.alphabet.contains($0) }) else {
            return nil
        }
        self.text = text
    }

    private static let alphabet = Set("0123456789abcdef".utf8)
}

extension CellIdentity: CustomStringConvertible {
    package var description: String { text }
}
