extension ForwardedRequest {
    /// The URL under which responses are stored. If the client has looked the name up itself, its address is
    /// part of that: a client that lies about it would else decide what others get.
    package var storedURL: String {
        destination.address.map { "\(url) at \($0)" } ?? url
    }
}
