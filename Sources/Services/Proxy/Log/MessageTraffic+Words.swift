import Figures
import HTTP
import JSON
import Proxy

extension MessageTraffic {
    /// Such as `WebSocket: 2 messages (10 B) up, 1 message (5 B) down`, or `3 events`.
    var words: String {
        switch kind {
        case .webSocket: "WebSocket: \(Self.words(sent)) up, \(Self.words(received)) down"
        case .events: CountFormat.text(received.messages, "event")
        }
    }

    private static func words(_ count: MessageCount) -> String {
        "\(CountFormat.text(count.messages, "message")) (\(ByteFormat.text(count.bytes)))"
    }

    /// The members of a log's entry that tell of it; null in other exchanges.
    static func members(_ traffic: MessageTraffic?) -> [JSONValue.Member] {
        [
            JSONValue.Member(key: "messages", value: (traffic?.kind.rawValue).json),
            JSONValue.Member(key: "messagesSent", value: (traffic?.sent.messages).json),
            JSONValue.Member(key: "messageBytesSent", value: (traffic?.sent.bytes).json),
            JSONValue.Member(key: "messagesReceived", value: (traffic?.received.messages).json),
            JSONValue.Member(key: "messageBytesReceived", value: (traffic?.received.bytes).json),
        ]
    }
}

extension JSONWriter {
    /// The same members, in the object that is being written.
    mutating func messages(_ traffic: MessageTraffic?) {
        member("messages", traffic?.kind.rawValue)
        member("messagesSent", traffic?.sent.messages)
        member("messageBytesSent", traffic?.sent.bytes)
        member("messagesReceived", traffic?.received.messages)
        member("messageBytesReceived", traffic?.received.bytes)
    }
}
