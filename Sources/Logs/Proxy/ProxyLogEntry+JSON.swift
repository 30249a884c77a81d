package import JSON

extension ProxyLogEntry: JSONLine {
    package static let schema = "netlab.proxy-log/1"

    /// Times are nanoseconds from the run's start. Members of the origin's side are null if it was not asked.
    package func write(to writer: inout JSONWriter) {
        writer.raw("{")
        writer.member("clientPort", clientPort)
        writer.member("clientStream", clientStream)
        writer.member("method", method)
        writer.member("url", url)
        writer.member("status", status)
        writer.member("arrivedNs", arrived)
        writer.member("answeredNs", answered)
        writer.member("passedOnNs", passedOn)
        writer.member("failure", failure)
        writer.member("originPort", upstream?.localPort)
        writer.member("originOrder", upstream?.order)
        writer.member("originStream", upstream?.stream)
        writer.member("keptAlive", upstream?.isKeptAlive)
        writer.member("tlsVersion", upstream?.encryption?.version)
        writer.member("tlsResumed", upstream?.encryption?.isResumed)
        writer.member("originHTTPVersion", upstream?.httpVersion)
        writer.member("originStatus", upstream?.status)
        writer.member("requestBytes", upstream?.requestBytes)
        writer.member("headerBytes", upstream?.headerBytes)
        writer.member("bodyBytes", upstream?.bodyBytes)
        writer.member("lookupStartNs", upstream?.lookupStart)
        writer.member("lookupEndNs", upstream?.lookupEnd)
        writer.member("connectStartNs", upstream?.connectStart)
        writer.member("connectEndNs", upstream?.connectEnd)
        writer.member("handshakeStartNs", upstream?.handshakeStart)
        writer.member("handshakeEndNs", upstream?.handshakeEnd)
        writer.member("requestFirstByteNs", upstream?.requestFirstByte)
        writer.member("requestLastByteNs", upstream?.requestLastByte)
        writer.member("responseFirstByteNs", upstream?.responseFirstByte)
        writer.member("responseLastByteNs", upstream?.responseLastByte)
        writer.raw("}")
    }
}
