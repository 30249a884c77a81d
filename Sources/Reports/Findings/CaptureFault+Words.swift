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
        case .cutShort(1): "1 packet is not whole: its recorder kept only its beginning"
        case .cutShort(let count):
            "\(ByteFormat.grouped(count)) packets are not whole: their recorder kept only their beginning"
        case .fragments(let count):
            "from here on \(CountFormat.text(count, "packet")) came in fragments that are not all there"
        case .notOnlyDNS(let overTCP):
            "what goes \(overTCP ? "over" : "to") a name server's port from here on is not all DNS"
        case .silenced(let count, let limit):
            "from here on more than \(CountFormat.text(limit, "connection was", "connections were")) open: "
                + "\(CountFormat.text(count, "silent one was", "silent ones were")) taken for ended "
                + "(--memory allows more)"
        case .unanswered(let count, let connections, let limit):
            "from here on what has not ended took more than \(CountFormat.text(limit, "byte")): "
                + "\(CountFormat.text(count, "oldest exchange is", "oldest exchanges are")) listed as far as they had come"
                + (connections > 0
                    ? ", and \(CountFormat.text(connections, "connection was", "connections were")) taken for ended"
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
                + "\(CountFormat.text(lookups, "question of a name server", "questions of name servers")) more than can be listed"
        case .outsideWindow: "its sequence number lies outside any window: its payload is left out"
        case .missing(let count, let sender, let offset):
            "\(CountFormat.text(count, "byte")) from \(sender), from byte \(offset) of its stream, "
                + "\(count == 1 ? "is" : "are") not in the capture"
        case .waiting(let limit):
            "more than \(CountFormat.text(limit, "byte")) wait for packets that have not come: holes are given up early from here on "
                + "(--memory allows more)"
        case .lostRecords(let count, let sender):
            "\(count.map { CountFormat.text(Int(clamping: $0), "encrypted record") } ?? "some encrypted records") from \(sender) "
                + "before it \(count == 1 ? "is" : "are") lost"
        case .otherKeys(let sender): "a record from \(sender) is not by its session's keys"
        case .hello(let fromClient): "the \(fromClient ? "Client" : "Server") Hello contradicts itself"
        case .http1(let error, let isRequest, let offset):
            "\(isRequest ? "a request" : "a response") at byte \(offset) is no HTTP/1: \(error)"
        case .unreadHTTP2(let direction):
            "what the \(Self.sender(direction)) says in HTTP/2 cannot be read behind what is missing"
        case .notHTTP2(let direction):
            "what the \(Self.sender(direction)) says is no HTTP/2 from here on"
        case .fields(let stream):
            "fields of HTTP/2's stream \(stream) cannot be unpacked: they refer to some that were not seen"
        case .farewell(let farewell):
            "the \(farewell.isFromClient ? "client" : "server") gives the connection up behind stream "
                + "\(farewell.lastStream): \(farewell.name)\(farewell.text.isEmpty ? "" : " (\(farewell.text))")"
        }
    }

    private static func sender(_ direction: StreamDirection) -> String {
        direction == .up ? "client" : "server"
    }
}
