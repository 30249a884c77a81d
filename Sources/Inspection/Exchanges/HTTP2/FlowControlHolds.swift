/// When HTTP/2's flow control kept the server from sending a response: nothing more was allowed until the client granted it.
/// Nanoseconds since 1970, at the capture point.
package struct FlowControlHolds: Hashable, Sendable {
    package var stream = PauseSeries()
    /// Without the time in which the stream's own window was closed, too.
    package var connection = PauseSeries()
    /// The most that the client allowed on its way at once.
    package var streamWindow = 0
    package var connectionWindow = 0

    package init() {}

    package var isEmpty: Bool { stream.pauses.isEmpty && connection.pauses.isEmpty }
}

extension FlowControlHolds {
    func pack(into writer: inout PackedWriter) {
        stream.pack(into: &writer)
        connection.pack(into: &writer)
        writer.put(streamWindow)
        writer.put(connectionWindow)
    }

    init(from reader: inout PackedReader) {
        stream = PauseSeries(from: &reader)
        connection = PauseSeries(from: &reader)
        streamWindow = reader.count()
        connectionWindow = reader.count()
    }
}
