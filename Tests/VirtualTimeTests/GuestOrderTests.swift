import Testing

@testable import VirtualTime

@Suite struct GuestOrderTests {
    private let order = GuestOrder(
        words: [Array("/bin/echo".utf8), [0xFF, 0x20], []],
        environment: [Array("A=b c".utf8), Array("B=\n".utf8)],
        folder: Array("/my folder".utf8),
        output: .terminal(rows: 24, columns: 132)
    )

    @Test func `an order round-trips byte for byte`() throws {
        #expect(GuestOrder(bytes: order.bytes) == order)
    }

    @Test func `the input path is included`() throws {
        var order = order
        order.input = Array("/dev/shm/in put".utf8)
        #expect(GuestOrder(bytes: order.bytes) == order)
    }

    @Test func `an order truncated at any byte is rejected`() {
        for length in 0..<order.bytes.count {
            #expect(GuestOrder(bytes: Array(order.bytes.prefix(length))) == nil)
        }
    }

    @Test func `an order without a program is rejected`() {
        let empty = GuestOrder(words: [], environment: [], folder: [])
        #expect(GuestOrder(bytes: empty.bytes) == nil)
    }
}
