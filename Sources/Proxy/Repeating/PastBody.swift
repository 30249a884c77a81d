/// What is known of a past request's body.
package enum PastBody: Hashable, Sendable {
    case none
    case kept([UInt8])
    case missing(Reason)

    /// Why a body cannot be sent again.
    package enum Reason: Hashable, Sendable, CustomStringConvertible {
        /// The proxy keeps no bodies.
        case notKept
        /// It was longer than what is kept, or bodies of newer requests took its place.
        case tooLarge
        /// The client broke off, or the server did not take it all.
        case incomplete

        package var description: String {
            switch self {
            case .notKept: "bodies are not kept: start the proxy with --ui or --save FILE"
            case .tooLarge: "it was longer than the limit, or was dropped to make room for newer ones"
            case .incomplete: "it was not sent completely"
            }
        }
    }

    /// `isWhole`: all of it was sent.
    init(_ content: KeptContent?, hasBody: Bool, isWhole: Bool) {
        guard hasBody else {
            self = .none
            return
        }
        guard let content else {
            self = .missing(.notKept)
            return
        }
        guard isWhole else {
            self = .missing(.incomplete)
            return
        }
        self = content.isWhole ? .kept(content.bytes) : .missing(.tooLarge)
    }

    /// Bytes that are kept.
    var count: Int { if case .kept(let bytes) = self { bytes.count } else { 0 } }
}
