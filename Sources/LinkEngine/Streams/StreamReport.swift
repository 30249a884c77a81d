package import LinuxIO
package import Runs

/// What a line of byte streams did from start to stop.
package struct StreamReport: Sendable {
    /// One entry per virtual packet, including each try of a lost one, in order of arrival. A packet's
    /// departure is when it was first offered to its receiver.
    package var log: [LinkLogEntry] = []
    /// Packets carried after the log was full; they have no entry.
    package var omitted = 0
    /// Tries that the line lost: each cost its stream a round trip and another try.
    package var recoveries = 0
    /// Client port of each connection, at the index of its log number minus one.
    package var clientPorts: [UInt16] = []
    /// What ended the line before it was stopped; nil if nothing did.
    package var failure: SystemCallError?
}
