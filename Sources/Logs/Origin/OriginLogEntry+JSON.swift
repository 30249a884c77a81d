package import JSON

extension OriginLogEntry: JSONLine {
    package static let schema = "netlab.origin/1"

    /// Times are nanoseconds from the run's start.
    package func write(to writer: inout JSONWriter) {
        writer.raw("{")
        writeMembers(to: &writer)
        writer.member("responseReadyNs", responseReady)
        writer.member("places", places)
        writer.member("readableAt", readableAt)
        writer.raw(",\"flowControl\":[")
        for (place, hold) in holds.enumerated() {
            if place > 0 { writer.raw(",") }
            hold.write(to: &writer)
        }
        writer.raw("]")
        writer.raw("}")
    }

    /// Writes the members without the braces, for logs that add more about a request.
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("clientPort", clientPort)
        writer.member("order", order)
        writer.member("stream", stream)
        writer.member("httpVersion", httpVersion)
        writer.member("method", method)
        writer.member("target", target)
        writer.member("status", status)
        writer.member("ifNoneMatch", ifNoneMatch)
        writer.member("headerBytes", headerBytes)
        writer.member("bodyBytes", bodyBytes)
        writer.member("acceptedNs", accepted)
        writer.member("requestFirstByteNs", requestFirstByte)
        writer.member("requestLastByteNs", requestLastByte)
        writer.member("responseFirstByteNs", responseFirstByte)
        writer.member("responseLastByteNs", responseLastByte)
    }
}
