package import Wire

/// Time that the programs at both ends took for an exchange, beyond line and TCP. A simulation of a recorded
/// run is given it; a prediction assumes that programs are quick.
package struct ProgramTimes: Hashable, Sendable {
    /// From permission to open a connection to its opening.
    package var opening: Nanoseconds = 0
    /// From opening to its first packet.
    package var connecting: Nanoseconds = 0
    /// The sender's work for each flight of the handshake, once everything before it has arrived. One more
    /// entry is for the tickets.
    package var flights: [Nanoseconds] = []
    /// The origin's time from when the connection is open to its HTTP/2 settings, without TLS.
    package var greeting: Nanoseconds = 0
    /// From when the connection is available to the sending of the request.
    package var asking: Nanoseconds = 0
    /// The origin's time from the request's last byte to the answer's first packet, beyond the configured
    /// delay. It handles one request at a time, and answers those that arrive meanwhile together.
    package var answering: Nanoseconds = 0
    /// The client's time from the arrival of the answer's last byte to its reading.
    package var reading: Nanoseconds = 0
    /// The client's reads of the answer, in order; empty unless each one is known.
    package var looks: [ProgramLook] = []

    package init() {}

    /// Takes every time above `most` for none.
    package mutating func forget(above most: Nanoseconds) {
        func known(_ time: Nanoseconds) -> Nanoseconds { time > most ? 0 : time }
        (opening, connecting, asking) = (known(opening), known(connecting), known(asking))
        greeting = known(greeting)
        (answering, reading) = (known(answering), known(reading))
        flights = flights.map(known)
    }
}
