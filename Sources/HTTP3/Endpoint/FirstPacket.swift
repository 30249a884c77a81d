/// What a client's first packet says of its connection.
struct FirstPacket {
    var version: UInt32
    /// The identifier that the client chose for the server.
    var destination: [UInt8]
    /// The client's own.
    var source: [UInt8]
    var token: [UInt8] = []
    /// The identifier that the client chose before it was asked to try again; nil if it was not.
    var originalDestination: [UInt8]?
}
