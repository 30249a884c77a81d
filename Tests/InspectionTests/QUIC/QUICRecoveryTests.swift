import Testing
import Wire

@testable import Inspection

/// How the ends of a QUIC connection repaired losses, and what held them up.
struct QUICRecoveryTests {
    private static let ping: [UInt8] = [1]

    /// An acknowledgement of one range; `first` more packets before the largest.
    private static func acknowledgement(_ largest: UInt8, first: UInt8, delay: UInt8 = 0) -> [UInt8] {
        [2, largest, delay, 0, first]
    }

    /// Bytes of the client's first stream, or another one.
    private static func stream(_ number: UInt8 = 0, at offset: UInt8, count: Int) -> [UInt8] {
        [0x0E, number, offset, UInt8(count)] + [UInt8](repeating: 0x21, count: count)
    }

    private func connection(_ session: SecretSession) throws -> CaptureQUICConnection {
        let all = session.inspect().quicConnections
        #expect(all.count == 1)
        return try #require(all.first)
    }

    @Test func `round trips and delays come from acknowledgements`() throws {
        var session = SecretSession()
        session.send(.up, 0, Self.ping, at: 0)
        // The default exponent: multiples of eight microseconds.
        session.send(.down, 0, Self.acknowledgement(0, first: 0, delay: 50), at: 30)
        session.send(.up, 1, Self.ping, at: 40)
        session.send(.down, 1, Self.acknowledgement(1, first: 1, delay: 25), at: 50)
        session.send(.down, 2, Self.acknowledgement(1, first: 1, delay: 60), at: 90)
        let connection = try connection(session)
        #expect(connection.up.recovery.roundTrip.least == 10_000_000)
        #expect(connection.up.recovery.roundTrip.most == 30_000_000)
        #expect(connection.up.recovery.roundTrip.count == 2)
        #expect(connection.down.recovery.delay.most == 400_000 && connection.down.recovery.delay.count == 2)
        #expect(connection.up.recovery.lost == 0 && connection.up.recovery.probes == 0)
    }

    @Test func `packets that three later ones overtake are lost, some in error`() throws {
        var session = SecretSession()
        for number in 0..<8 { session.send(.up, UInt32(number), Self.ping, at: Int64(number)) }
        // 0, and 5 to 7: what is missing between is two behind at least.
        session.send(.down, 0, [2, 7, 0, 1, 2, 3, 0], at: 20)
        #expect(try connection(session).up.recovery.lost == 4)
        #expect(try connection(session).up.recovery.spurious == 0)
        // 2 and 3 come late.
        session.send(.down, 2, [2, 7, 0, 1, 2, 0, 1], at: 30)
        #expect(try connection(session).up.recovery.spurious == 2)
        // Told again, it is no news.
        session.send(.down, 3, [2, 7, 0, 1, 2, 0, 1], at: 31)
        #expect(try connection(session).up.recovery.spurious == 2)
        #expect(try connection(session).up.recovery.lost == 4)
    }

    @Test func `numbers that nobody saw are lost before the capture point or not recorded`() throws {
        var session = SecretSession()
        for number in [0, 1, 4, 5, 6, 7] { session.send(.up, UInt32(number), Self.ping) }
        // Without 2, with 3.
        session.send(.down, 0, [2, 7, 0, 1, 4, 0, 1])
        let recovery = try connection(session).up.recovery
        #expect(recovery.lost == 0 && recovery.lostBefore == 1 && recovery.unseen == 1)
    }

    @Test func `a packet that comes again after silence is a probe`() throws {
        var session = SecretSession()
        session.send(.up, 0, Self.stream(at: 0, count: 20), at: 0)
        session.send(.up, 1, Self.stream(at: 0, count: 20), at: 300)
        session.send(.down, 0, Self.acknowledgement(1, first: 1), at: 310)
        // Nothing waits any more.
        session.send(.up, 2, Self.acknowledgement(0, first: 0), at: 320)
        session.send(.up, 3, Self.ping, at: 900)
        let connection = try connection(session)
        #expect(connection.up.recovery.probes == 1)
        #expect(connection.up.streamBytes == 20 && connection.up.repeatedBytes == 20)
    }

    @Test func `the marks are those of the last acknowledgement`() throws {
        var session = SecretSession()
        session.send(.up, 0, Self.ping)
        session.send(.down, 0, [3, 0, 0, 0, 0, 1, 0, 0])
        session.send(.up, 1, Self.ping)
        session.send(.down, 1, [3, 1, 0, 0, 1, 2, 0, 1])
        let marks = try #require(try connection(session).down.recovery.marks)
        #expect(marks == QUICAcknowledgement.Marks(ect0: 2, ect1: 0, congestionExperienced: 1))
    }

    @Test func `limits that are reached are counted, and frames that say so`() throws {
        var session = SecretSession()
        session.send(.down, 0, [0x11, 0, 30])
        session.send(.up, 0, Self.stream(at: 0, count: 10))
        session.send(.down, 1, [0x11, 0, 30, 0x12, 3])
        session.send(.up, 1, Self.stream(at: 10, count: 20) + [0x15, 0, 30, 0x14, 30])
        session.send(.up, 2, Self.stream(at: 20, count: 10))
        session.send(.down, 2, [0x11, 0, 40])
        session.send(.up, 3, Self.stream(at: 30, count: 10) + Self.stream(8, at: 0, count: 1) + [0x16, 3])
        let credit = try connection(session).up.credit
        #expect(credit.stream == 2 && credit.streams == 1 && credit.connection == 0)
        #expect(credit.blockedStream == 1 && credit.blockedConnection == 1 && credit.blockedStreams == 1)
    }

    @Test(arguments: QUICConversationTests.names)
    func `a clean conversation has no losses`(_ name: String) throws {
        let connection = try #require(RecordedConversation(name).inspect().quicConnections.first)
        for side in [connection.up, connection.down] {
            #expect(side.recovery.lost == 0 && side.recovery.unseen == 0 && side.recovery.lostBefore == 0)
            #expect(side.recovery.roundTrip.count > 0 && side.credit == CaptureQUICConnection.Credit())
        }
        #expect(connection.down.streamBytes > 5006)
    }

    @Test func `packets that are lost from a conversation are not recorded, or lost before`() throws {
        // A response's packet, which the client acknowledges.
        let connection = try #require(
            RecordedConversation("v1-aes128").inspect { $0 != 11 }.quicConnections.first
        )
        #expect(connection.down.recovery.unseen + connection.down.recovery.lostBefore <= 1)
    }

    @Test func `a limit is reached once until it is raised`() {
        var credit = QUICCredit()
        func reached(_ totals: [UInt64]) -> [Bool] { totals.map { credit.use(upTo: $0) } }
        // An unknown limit holds nobody up.
        #expect(reached([5]) == [false])
        credit.grant(10)
        #expect(reached([9, 10, 11]) == [false, true, false])
        credit.grant(8)
        credit.grant(20)
        #expect(reached([19, 20]) == [false, true])
    }
}
