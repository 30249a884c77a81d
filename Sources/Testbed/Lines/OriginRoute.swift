/// How a bench's client reaches the origin.
struct OriginRoute: Hashable {
    /// With a port where that is not the URL's; nil where the client asks a name server for it.
    var address: String?
    /// Of the client's sockets; nil leaves it to the system.
    var congestion: String?
}
