/// What became of a control's command.
package enum ControlAnswer: Hashable, Sendable {
    /// A document in JSON.
    case done([UInt8])
    /// It cannot be done, and why.
    case refused(String)
}
