package import LinkModel

/// A change of a line that several clients may use.
package enum LineOrder: Hashable, Sendable {
    /// Another line for all clients that have none of their own.
    case shared(LinkParameters)
    /// A line of its own for one client; nil gives the client back to the shared one.
    case own(LinkParameters?, of: LineClient)

    /// The new line; nil if there is none.
    var link: LinkParameters? {
        switch self {
        case .shared(let link): link
        case .own(let link, _): link
        }
    }
}
