/// A flag that changes the scenario before it is read.
package enum ScenarioOverride: Hashable, Sendable {
    /// `--set link.down.loss=1%`: the part after the flag.
    case set(String)
    /// `--profile P`: the whole line is this profile, whatever the scenario sets.
    case profile(String)
    /// `--seed N`
    case seed(String)

    /// As typed, for diagnostics.
    package var flag: String {
        switch self {
        case .set(let text): "--set \(text)"
        case .profile(let name): "--profile \(name)"
        case .seed(let number): "--seed \(number)"
        }
    }
}
