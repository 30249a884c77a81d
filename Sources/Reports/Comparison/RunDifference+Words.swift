import Analysis
import Figures
import Runs

extension RunDifference {
    /// A sentence for a reader.
    var sentence: String {
        switch self {
        case .combination(let matrix, let group):
            "Only \(group.words) have \(matrix.isEmpty ? "runs without a matrix" : Self.words(matrix))."
        case .step(let step, let group): "Only \(group.words) have the step \(step)."
        case .transfers(let step, let file, let before, let after):
            "\(step): \(file) was requested \(CountFormat.text(before, "time")) before and \(CountFormat.text(after, "time")) after."
        case .status(let name, let before, let after):
            "\(name.words): the status was \(Self.statuses(before)) and is now \(Self.statuses(after))."
        case .source(let name, let before, let after):
            "\(name.words): the bytes came from \(Self.list(before)) and now come from \(Self.list(after))."
        case .body(let name, let before, let after):
            "\(name.words): the body had \(Self.list(before.map(ByteFormat.text))) and now has \(Self.list(after.map(ByteFormat.text)))."
        case .expectation(let text):
            "The expectation `\(text)` held before, and does not hold in every run now."
        }
    }

    static func words(_ matrix: [MatrixValue]) -> String {
        matrix.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }

    private static func statuses(_ statuses: [Int]) -> String {
        list(statuses.map { $0 == 0 ? "no answer" : "\($0)" })
    }

    private static func list(_ words: [String]) -> String { words.joined(separator: " or ") }
}

extension RunDifference.Group {
    fileprivate var words: String {
        switch self {
        case .before: "the first runs"
        case .after: "the second runs"
        }
    }
}
