package import Runs

/// Something that only one of two groups of runs has, or that is of another kind in the other.
package enum RunDifference: Hashable, Sendable {
    package enum Group: Hashable, Sendable {
        case before, after
    }

    case combination([MatrixValue], onlyIn: Group)
    case step(String, onlyIn: Group)
    case transfers(step: String, file: String, before: Int, after: Int)
    /// No status of the one group occurs in the other; 0 is no answer.
    case status(TransferName, before: [Int], after: [Int])
    /// The same of where the bytes came from.
    case source(TransferName, before: [String], after: [String])
    /// The same of the body's size.
    case body(TransferName, before: [Int], after: [Int])
    /// Expectations that all runs of the first group met and one of the second did not.
    case expectation(String)
}
