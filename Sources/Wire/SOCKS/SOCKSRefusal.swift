/// Why a SOCKS client gets no connection before anybody was asked for one.
package enum SOCKSRefusal: Hashable, Sendable, CustomStringConvertible {
    /// The bytes are none that the protocol allows.
    case malformed
    /// The client insists on a way to authenticate itself.
    case authentication
    /// The number of a command other than CONNECT, such as BIND.
    case command(UInt8)
    case addressType(UInt8)

    package var description: String {
        switch self {
        case .malformed: "the client's bytes are not SOCKS"
        case .authentication: "the SOCKS client insists on authentication, but none is asked for"
        case .command(let number): "the SOCKS command \(number) is not served: only CONNECT (1) is"
        case .addressType(let number): "the SOCKS address type \(number) is unknown"
        }
    }
}
