/// A command that fails without any fault cannot be walked.
struct FaultWalkError: Error, CustomStringConvertible {
    var command: String
    var wrong: [String]
    var errors: String

    var description: String { "\(command): \(wrong.joined(separator: "; ")): \(errors)" }
}
