import Figures
import Forwarding
import HTTP
import JSON
import LinuxIO
import Proxy
import Serving
import TLS
import Wire

extension LoggedExchange {
    /// Writes one line with everything that is known of the exchange. Instants count from the proxy's start.
    func write(to writer: inout JSONWriter) {
        let (seen, server) = (exchange.client, exchange.server)
        let (request, answer) = (seen.request, exchange.stored?.head ?? server?.head)
        writer.raw("{")
        writer.member("number", exchange.number)
        writer.member("at", TimestampFormat.text(wall))
        writer.member("client", client.description)
        writer.member("method", request?.method)
        writer.member("url", exchange.url)
        writer.member("kind", exchange.kind.rawValue)
        writer.member("status", seen.status == 0 ? nil : seen.status)
        writer.member("clientProtocol", clientProtocol)
        writer.member("contentType", answer?.fields["Content-Type"])
        writer.member("contentEncoding", answer?.fields["Content-Encoding"])
        writer.member("serverAddress", server?.address?.description)
        writer.member("upstreamProxy", server?.parent?.description)
        writer.member("line", server?.line)
        writer.member("keptAlive", server?.isReused)
        writer.member("retries", server?.retries)
        writer.member("tlsVersion", server?.negotiation?.version.description)
        writer.member("tlsCipher", server?.negotiation?.cipher)
        writer.member("tlsResumed", server?.negotiation?.isResumed)
        writeCertificate(to: &writer)
        writeHello(to: &writer)
        writeSizes(to: &writer)
        writeTimes(to: &writer)
        writer.member("cache", exchange.cache?.word)
        writer.member("rules", exchange.rules.map(\.description))
        writer.member("notHeld", exchange.missed?.rawValue)
        writer.member("bodyNotRewritten", server?.uneditedBody?.key)
        writer.member("mirrorFailure", server?.mirrorFailure?.description)
        writer.member("oddities", oddities.map(\.rawValue))
        writer.member("failure", server?.failure?.description)
        writer.raw("}\n")
    }

    /// The server's certificate, as it told.
    private func writeCertificate(to writer: inout JSONWriter) {
        let certificate = exchange.server?.certificate
        writer.member("certificateSubject", certificate?.subject)
        writer.member("certificateIssuer", certificate?.issuer)
        writer.member("certificateNames", certificate?.names)
        writer.member(
            "certificateUntil",
            certificate?.validity.map { TimestampFormat.text($0.until * 1_000_000_000) }
        )
    }

    /// What a tunnel's first bytes told.
    private func writeHello(to writer: inout JSONWriter) {
        let hello = exchange.server?.hello
        writer.member("tunnelServerName", hello?.serverName)
        writer.member("tunnelOffers", hello?.offeredProtocols.joined(separator: ","))
        writer.member("tunnelProtocol", hello?.chosenProtocol)
        writer.member("tunnelTLSVersion", hello?.version?.description)
        writer.member("tunnelCipher", hello?.cipherSuite?.description)
    }

    private var clientProtocol: String? {
        let seen = exchange.client
        if let socks = seen.socks { return socks.description }
        return seen.stream == nil ? seen.request?.version.description : "HTTP/2"
    }

    private func writeSizes(to writer: inout JSONWriter) {
        let (seen, server) = (exchange.client, exchange.server)
        let handshake = server?.isReused == false ? server?.connection?.handshakeBytes : nil
        writer.member("tlsHandshakeSentBytes", handshake?.sent)
        writer.member("tlsHandshakeReceivedBytes", handshake?.received)
        writer.member("requestHeadBytes", server?.requestHeadBytes)
        writer.member("requestBodyBytes", server?.requestBodyBytes)
        writer.member("responseHeadBytes", server?.responseHeadBytes)
        writer.member("responseBodyBytes", server?.responseBodyBytes)
        writer.member("sentHeadBytes", seen.headerBytes)
        writer.member("sentBodyBytes", seen.bodyBytes)
        writer.messages(server?.messages)
    }

    private func writeTimes(to writer: inout JSONWriter) {
        let (seen, server, phases) = (exchange.client, exchange.server, phases)
        writer.member("requestFirstByteNs", seen.requestFirstByte)
        writer.member("requestLastByteNs", seen.requestLastByte)
        writer.member("serverFirstByteNs", server?.receivedFirst)
        writer.member("serverLastByteNs", server?.receivedLast)
        writer.member("responseFirstByteNs", seen.responseFirstByte)
        writer.member("responseLastByteNs", seen.responseLastByte)
        writer.member("clientFirstByteNs", front.map { _ in begin })
        writer.member("clientLastByteNs", front?.received)
        writer.member("isWhole", isWhole)
        writer.member("durationNs", duration)
        phases.each { writer.member($0, $1) }
        writer.member("responseBitsPerSecond", Self.rate(server?.responseBodyBytes, phases.response))
    }

    private static func rate(_ bytes: Int?, _ time: Nanoseconds?) -> Int64? {
        guard let bytes, let time, time > 0 else { return nil }
        return Int64(Double(bytes) * 8e9 / Double(time))
    }
}
