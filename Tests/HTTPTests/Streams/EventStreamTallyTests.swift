import HTTP
import Testing

struct EventStreamTallyTests {
    @Test(arguments: [
        ("data: one\n\ndata: two\n\n", 2), ("data: one\r\n\r\ndata: two\r\n\r\n", 2),
        ("data: a\r\rdata: b\r\r", 2),
        ("event: x\nid: 7\ndata: {\"a\":1}\ndata: more\n\n", 1), ("data\n\n", 1), ("data:\n\n", 1),
        (": keep-alive\n\n: keep-alive\n\n", 0), ("event: x\n\n", 0), ("database: x\n\n", 0),
        (" data: x\n\n", 0),
        ("dat\n\n", 0), ("retry: 10\n\ndata: a\n\n\n\n", 1), ("data: not yet over\n", 0), ("", 0),
        ("\n\n\n", 0),
    ])
    func `counts the events that a browser would dispatch`(text: String, events: Int) {
        let bytes = Array(text.utf8)
        for pieces in [1, 3, 1000] {
            var tally = EventStreamTally()
            for start in stride(from: 0, to: bytes.count, by: pieces) {
                tally.receive(bytes[start..<min(start + pieces, bytes.count)])
            }
            #expect(tally.count == MessageCount(messages: events, bytes: bytes.count), "\(pieces)")
        }
    }
}
