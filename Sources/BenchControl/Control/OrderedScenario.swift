package import ScenarioFormat
package import Scenarios

/// Reads the scenarios that orders have as their content.
package enum OrderedScenario {
    /// Longest order in bytes; pictures and texts of a scenario are in it.
    static let longest = 16 << 20

    /// The only scenario of a text. An error has its place in the text, which it calls `order`.
    package static func read(_ text: [UInt8], files: ScenarioFiles) throws(ControlError) -> Scenario {
        let set: ScenarioSet
        do throws(ScenarioError) {
            set = try ScenarioLoader.load(text: text, file: "order", files: files, purpose: .bench)
        } catch {
            throw ControlError(.order, error.description)
        }
        guard set.variants.count == 1 else {
            throw ControlError(
                .order,
                "the order has \(set.variants.count) scenarios: only one can be carried out",
                advice: "leave out `matrix`"
            )
        }
        return set.variants[0].scenario
    }

    /// True for an order without content.
    package static func isEmpty(_ text: [UInt8]) -> Bool {
        text.allSatisfy { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D }
    }
}
