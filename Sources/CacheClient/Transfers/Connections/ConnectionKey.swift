/// A connection's two ends, as far as a client with one address needs them.
struct ConnectionKey: Hashable {
    var localPort: Int
    var address: String
    var port: Int
}
