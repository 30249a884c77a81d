/// How a bench's client reaches the origin.
struct OriginRoute: Hashable {
    /// With a port where that is not the URL's; nil where the client asks a name server for it.
    var address: String?
    /// Of the client's sockets; nil leaves it to the system.
    var congestion: String?
    /// Who vouches for the origin, in PEM; nil where it speaks in the clear.
    var authorities: String?
}
