import JSON
import LinuxIO
import Proxy

extension BegunExchange {
    /// Writes one object, without a line break.
    func write(to writer: inout JSONWriter) {
        writer.raw("{")
        writer.member("number", number)
        writer.member("kind", kind.rawValue)
        writer.member("method", method)
        writer.member("url", url)
        writer.member("client", client.description)
        writer.member("phase", phase.rawValue)
        writer.member("status", status)
        writer.member("requestBodyBytes", requestBytes)
        writer.member("responseBodyBytes", responseBytes)
        if let messages { writer.messages(messages) }
        writer.member("durationNs", duration)
        writer.raw("}")
    }
}
