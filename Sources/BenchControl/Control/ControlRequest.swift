/// What a request to a control asks for.
package protocol ControlRequest: Sendable {
    /// `path` is the target without what leads to the control. nil if there is no such call; a call whose settings cannot
    /// be read throws.
    init?(method: String, path: Substring) throws(ControlError)

    /// The calls that there are, for those who ask for another.
    static var advice: String { get }
}
