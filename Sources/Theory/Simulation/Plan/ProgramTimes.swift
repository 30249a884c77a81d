package import Wire

/// What the programs at both ends took for an exchange of their own: no line and no TCP accounts for it, and nobody knows it
/// before. A simulation of what has been is told of it, one of what will be takes programs to be quick.
package struct ProgramTimes: Hashable, Sendable {
    /// From when a connection may be opened to its being opened.
    package var opening: Nanoseconds = 0
    /// From its being opened to its first packet.
    package var connecting: Nanoseconds = 0
    /// By flight of the handshake: what its sender took for it when all before it had come. One more is for the tickets.
    package var flights: [Nanoseconds] = []
    /// From when the connection is there for the request to its being sent.
    package var asking: Nanoseconds = 0
    /// The origin's, from the request's last byte to the answer's first packet, beside the time that it was told to take. It does one thing at a time: what
    /// it is asked on the connection meanwhile it answers together with this.
    package var answering: Nanoseconds = 0
    /// The client's, from the answer's last byte's coming to its having read it.
    package var reading: Nanoseconds = 0
    /// The client's looks at the answer as it came, in order; empty where it is not known of each.
    package var looks: [ProgramLook] = []

    package init() {}
}
