import Forwarding
import HTTP
import JSON
import LinuxIO
import Proxy
import Serving

extension LoggedExchange {
    /// Writes the object that stands for the exchange in the page's list: what the list shows and its filter asks, under
    /// the log's names, and no more. A page is open while the proxy works, and each row costs the proxy time.
    func writeRow(to writer: inout JSONWriter) {
        let (seen, server, phases) = (exchange.client, exchange.server, phases)
        let answer = exchange.stored?.head ?? server?.head
        writer.raw("{")
        writer.member("number", exchange.number)
        writer.member("kind", exchange.kind.rawValue)
        writer.member("method", seen.request?.method)
        writer.member("url", exchange.url)
        writer.member("client", client.description)
        writer.known("status", seen.status == 0 ? nil : seen.status)
        writer.known("contentType", answer?.fields["Content-Type"])
        writer.known("cache", exchange.cache?.word)
        writer.known("keptAlive", server?.isReused)
        writer.known("failure", server?.failure?.description)
        if !exchange.rules.isEmpty { writer.member("rules", exchange.rules.map(\.description)) }
        // Of an answer that is not the server's the list shows what the client got.
        let isServers = exchange.stored == nil && server?.head != nil
        writer.known("responseBodyBytes", isServers ? server?.responseBodyBytes : nil)
        writer.member("sentBodyBytes", seen.bodyBytes)
        if let messages = server?.messages { writer.messages(messages) }
        writer.member("requestFirstByteNs", seen.requestFirstByte)
        writer.known("serverFirstByteNs", server?.receivedFirst)
        writer.known("serverLastByteNs", server?.receivedLast)
        writer.known("responseLastByteNs", seen.responseLastByte)
        writer.known("clientFirstByteNs", front.map { _ in begin })
        writer.member("durationNs", duration)
        phases.each { writer.known($0, $1) }
        writer.raw("}")
    }
}
