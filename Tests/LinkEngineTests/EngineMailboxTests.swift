import LinkModel
import LinuxIO
import Testing
import Wire

@testable import LinkEngine

@Suite(.timeLimit(.minutes(1)))
struct EngineMailboxTests {
    private static func client(_ number: UInt32) -> LineClient {
        LineClient(ip4: .v4(number), ip6: .v6(high: 0, low: UInt64(number)))
    }

    private static func link(_ delay: Nanoseconds) -> LinkParameters {
        LinkParameters(
            down: DirectionParameters(oneWayDelay: delay),
            up: DirectionParameters(oneWayDelay: delay)
        )
    }

    @Test func `no order is lost, and the last of each line counts`() throws {
        let mailbox = try EngineMailbox()
        #expect(mailbox.take() == nil)
        let posted: [LineOrder] = [
            .own(Self.link(1), of: Self.client(1)), .shared(Self.link(2)),
            .own(Self.link(3), of: Self.client(2)),
            .own(Self.link(4), of: Self.client(1)), .own(nil, of: Self.client(2)),
            .own(Self.link(5), of: Self.client(3)), .shared(Self.link(6)),
        ]
        #expect(posted.map { mailbox.post($0) } == [1, 2, 3, 4, 5, 6, 7])
        let letter = try #require(mailbox.take())
        #expect(
            Set(letter.orders) == [
                .own(Self.link(4), of: Self.client(1)), .own(nil, of: Self.client(2)),
                .own(Self.link(5), of: Self.client(3)), .shared(Self.link(6)),
            ]
        )
        #expect(letter.orders.count == 4 && !letter.isStopping)
        #expect(!mailbox.isInForce(1))
        mailbox.isInForce(letter)
        #expect(mailbox.isInForce(7) && !mailbox.isInForce(8))
        #expect(mailbox.take() == nil)
    }

    @Test func `orders of several threads all arrive`() throws {
        let mailbox = try EngineMailbox()
        let senders = try (0..<4).map { sender in
            try WorkerThread(name: "sender") {
                for number in 0..<500 {
                    let client = Self.client(UInt32(sender * 500 + number))
                    _ = mailbox.post(.own(Self.link(1), of: client))
                }
            }
        }
        var found: [LineOrder] = []
        while found.count < 2_000 {
            mailbox.hear()
            if let letter = mailbox.take() { found += letter.orders }
        }
        for sender in senders { sender.join() }
        #expect(Set(found).count == 2_000 && mailbox.take()?.orders.isEmpty != false)
    }

    @Test func `a stop comes with the orders before it`() throws {
        let mailbox = try EngineMailbox()
        _ = mailbox.post(.shared(Self.link(1)))
        mailbox.askToStop()
        let letter = try #require(mailbox.take())
        #expect(letter.isStopping && letter.orders == [.shared(Self.link(1))])
    }
}
