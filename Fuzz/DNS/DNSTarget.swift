import FuzzSupport
import Naming
import Wire

private let names: [String: [IPAddress]] = [
    "origin.netlab.test": [.v4(0xC612_0002), .v6(high: 1, low: 2)], "a": [.v4(1)],
]
private let table = try? NameTable(names)
private let question = DNSName("a").map { DNSQuestion($0, .aaaa) }

/// Any bytes as a message, which must be the same once written and read again; and as a query, which gets a
/// fitting answer.
package func fuzzDNS(_ input: [UInt8]) {
    let message = DNSMessage(input.span.bytes)
    // Compressed names are longer once written, so the result may exceed a message.
    if let message, message.encoded.count <= 65_535 {
        demand(DNSMessage(message.encoded.span.bytes) == message, "another message than was written")
    }
    if let question, let made = AddressSynthesis.answer(input.span.bytes, to: question) {
        demand(DNSMessage(made.span.bytes)?.questions == [question], "a made answer that cannot be read")
    }
    guard let answer = table?.answer(to: input.span.bytes) else {
        demand(input.count < DNSHeader.length || input[2] & 0x80 != 0, "a query without an answer")
        return
    }
    demand(answer.encoded.count <= 512, "an answer that fits no datagram")
    demand(DNSMessage(answer.encoded.span.bytes)?.answers == answer.answers, "an answer that cannot be read")
    demand(Array(answer.encoded[..<2]) == Array(input[..<2]), "an answer to somebody else")
    demand(
        answer.header.responseCode == .formatError || message != nil || input[2] & 0x78 != 0,
        "no question, an answer"
    )
}
