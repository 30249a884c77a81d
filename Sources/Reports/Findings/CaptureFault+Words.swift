import Figures
import HTTP
package import Inspection
import Wire

extension CaptureFault {
    /// Without a full stop.
    package var words: String {
        switch self {
        case .file(let fault): fault.words
        case .header(let damage): damage.words
        case .unknownLink(let type): "packets of link type \(type) are not understood"
        case .cutShort(1): "1 packet is truncated: the recorder kept only its beginning"
        case .cutShort(let count):
            "\(ByteFormat.grouped(count)) packets are truncated: the recorder kept only their beginning"
        case .fragments(let count):
            "from here on, \(CountFormat.text(count, "packet")) came in fragments, and not all fragments were captured"
        case .notOnlyDNS(let overTCP):
            "from here on, not all traffic \(overTCP ? "over" : "to") a name server's port is DNS"
        case .silenced(let count, let limit):
            "from here on, more than \(CountFormat.text(limit, "connection was", "connections were")) open: "
                + "\(CountFormat.text(count, "silent connection was", "silent connections were")) counted as ended "
                + "(--memory allows more)"
        case .unanswered(let count, let connections, let limit):
            "from here on, unfinished exchanges took more than \(CountFormat.text(limit, "byte")): "
                + "the \(CountFormat.text(count, "oldest exchange is", "oldest exchanges are")) listed unfinished"
                + (connections > 0
                    ? ", and \(CountFormat.text(connections, "connection was", "connections were")) counted as ended"
                    : "")
                + " (--memory allows more)"
        case .unpacked(let limit):
            "bodies and header fields unpack to more than \(CountFormat.text(limit, "byte")), too much for the capture's size: "
                + "later ones are not unpacked"
        case .unlistedExchanges(let count, let connections):
            "\(CountFormat.text(count, "exchange")) and \(CountFormat.text(connections, "connection")) more than can be listed"
        case .unlistedHandshakes(let count, let estimates):
            "\(CountFormat.text(count, "TLS handshake")) and \(CountFormat.text(estimates, "estimate")) more than can be listed"
        case .unlistedDatagrams(let count, let lookups):
            "\(CountFormat.text(count, "UDP flow")) and "
                + "\(CountFormat.text(lookups, "DNS query", "DNS queries")) more than can be listed"
        case .outsideWindow: "its sequence number is outside the window, so its payload is left out"
        case .missing(let count, let sender, let offset):
            "\(CountFormat.text(count, "byte")) from \(sender), from byte \(offset) of its stream, "
                + "\(count == 1 ? "is" : "are") not in the capture"
        case .waiting(let limit):
            "more than \(CountFormat.text(limit, "byte")) wait for missing packets: from here on, gaps are given up early "
                + "(--memory allows more)"
        case .lostRecords(let count, let sender):
            "\(count.map { CountFormat.text(Int(clamping: $0), "encrypted record") } ?? "some encrypted records") from \(sender) "
                + "before it \(count == 1 ? "is" : "are") lost"
        case .otherKeys(let sender): "a record from \(sender) does not match the keys of its session"
        case .hello(let fromClient): "the \(fromClient ? "Client" : "Server") Hello contradicts itself"
        case .http1(let error, let isRequest, let offset):
            "\(isRequest ? "a request" : "a response") at byte \(offset) is not HTTP/1: \(error)"
        case .unreadHTTP2(let direction):
            "the HTTP/2 frames of the \(Self.sender(direction)) cannot be read after the missing bytes"
        case .notHTTP2(let direction):
            "from here on, what the \(Self.sender(direction)) sends is not HTTP/2"
        case .fields(let stream):
            "the header fields of HTTP/2 stream \(stream) cannot be decoded: they refer to fields that were not captured"
        case .unreadHTTP3, .fieldsHTTP3, .unkeyedQUIC, .otherKeysQUIC, .cutQUIC, .missingQUIC,
            .midwayQUIC, .refusedQUIC, .forgottenQUIC:
            quicWords
        case .farewell(let farewell):
            "the \(farewell.isFromClient ? "client" : "server") gives up the connection after stream "
                + "\(farewell.lastStream): \(farewell.name)\(farewell.text.isEmpty ? "" : " (\(farewell.text))")"
        }
    }

    private var quicWords: String {
        switch self {
        case .unreadHTTP3(let direction, let stream):
            "what the \(Self.sender(direction)) sends on HTTP/3 stream \(stream) cannot be read after missing bytes"
        case .fieldsHTTP3(let direction, let stream):
            "header fields of the \(Self.sender(direction)) on HTTP/3 stream \(stream) cannot be decoded: "
                + "they refer to fields that were not captured"
        case .unkeyedQUIC(let count):
            "the key log has no keys for \(CountFormat.text(count, "packet")): what they carry cannot be read"
        case .otherKeysQUIC(let count):
            "\(CountFormat.text(count, "packet does", "packets do")) not match the keys of the connection"
        case .cutQUIC(let count):
            "\(CountFormat.text(count, "QUIC packet is", "QUIC packets are")) truncated and cannot be decrypted"
        case .midwayQUIC(let count, let source, let destination, let hasKeys):
            "\(CountFormat.text(count, "packet")) between \(source) and \(destination) "
                + "\(count == 1 ? "looks" : "look") like QUIC, but the capture lacks the handshake, and "
                + (hasKeys
                    ? "no secret of the key log opens \(count == 1 ? "it" : "them")" : "there is no key log")
        case .refusedQUIC(let version, let offered):
            "the server does not speak QUIC version \(version): "
                + (offered.isEmpty
                    ? "it offers none that is known"
                    : "it offers \(offered.map(\.description).joined(separator: ", "))")
        case .forgottenQUIC(let isByClient):
            "the \(isByClient ? "client" : "server") does not know the connection any more (stateless reset)"
        case .missingQUIC(let count, let stream, let direction):
            "\(CountFormat.text(count, "byte")) of the \(Self.sender(direction)) on QUIC stream \(stream) "
                + "\(count == 1 ? "is" : "are") not in the capture"
        default: ""
        }
    }

    private static func sender(_ direction: StreamDirection) -> String {
        direction == .up ? "client" : "server"
    }
}
