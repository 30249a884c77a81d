/// How much of its transfers an explanation's report tells.
package enum ExplanationDetail: Sendable {
    /// Equal transfers are told together, and those that took the least time are only counted.
    case folded
    /// Each transfer by itself.
    case each
}
