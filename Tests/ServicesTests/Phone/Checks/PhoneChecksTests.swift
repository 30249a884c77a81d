import LinuxIO
import Phones
import Testing
import Wire

@testable import Services

@Suite struct PhoneChecksTests {
    /// Pings whose outcomes the test decides.
    private final class Pings {
        var begun: [PhoneName] = []
        var outcome: PhoneChecks.Outcome?
    }

    private static let trips = PhoneRoundTrips(asked: 20, times: [3_000_000, 4_000_000])
    private static func at(_ seconds: Int64) -> Instant { Instant(nanoseconds: seconds * 1_000_000_000) }

    private let pings = Pings()
    private let checks: PhoneChecks
    /// anna and bert.
    private let phones: [Phone]

    init() throws {
        phones = try TestLines().phones
        checks = PhoneChecks { [pings] phone in
            pings.begun.append(phone.name)
            return { pings.outcome }
        }
    }

    @Test func `a phone is pinged when it connects, and every minute after that`() {
        checks.connected(phones[0].name, at: Self.at(4))
        #expect(checks.attend(phones, at: Self.at(4)) == nil && pings.begun.isEmpty)
        #expect(checks.attend(phones, at: Self.at(5)) == nil && pings.begun == [phones[0].name])
        #expect(checks.attend(phones, at: Self.at(6)) == nil && checks.figures.isEmpty)
        pings.outcome = .success(Self.trips)
        let check = checks.attend(phones, at: Self.at(7))
        #expect(check?.phone == phones[0] && check?.isOrdered == false)
        #expect(checks.figures == [phones[0].name: Self.trips])
        #expect(checks.attend(phones, at: Self.at(64)) == nil && pings.begun.count == 1)
        #expect(checks.attend(phones, at: Self.at(65)) == nil && pings.begun.count == 2)
    }

    @Test func `a phone that somebody asks about comes first, and is pinged once for all who ask`() {
        for phone in phones { checks.connected(phone.name, at: Self.at(0)) }
        checks.order(phones[1])
        checks.order(phones[1])
        pings.outcome = .success(Self.trips)
        var ended: [(name: PhoneName, isOrdered: Bool)] = []
        for _ in 0..<6 {
            if let check = checks.attend(phones, at: Self.at(1)) {
                ended.append((check.phone.name, check.isOrdered))
            }
        }
        #expect(
            ended.map(\.name) == [phones[1].name, phones[0].name] && ended.map(\.isOrdered) == [true, false]
        )
    }

    @Test func `a phone that does not answer, is silent or forgotten has no measured round trips`() {
        pings.outcome = .success(Self.trips)
        for phone in phones {
            checks.connected(phone.name, at: Self.at(0))
            _ = (checks.attend(phones, at: Self.at(1)), checks.attend(phones, at: Self.at(1)))
        }
        #expect(checks.figures.count == 2)
        checks.silent(phones[0].name)
        #expect(checks.figures.keys.map { $0 } == [phones[1].name])
        _ = checks.attend([phones[0]], at: Self.at(1))
        #expect(checks.figures.isEmpty)
        pings.outcome = .success(PhoneRoundTrips(asked: 3, times: []))
        checks.order(phones[0])
        _ = (checks.attend(phones, at: Self.at(2)), checks.attend(phones, at: Self.at(2)))
        #expect(checks.figures.isEmpty)
    }

    @Test func `pings that cannot begin are reported, too`() {
        let error = SystemCallError("socket", errno: 1)
        let checks = PhoneChecks { _ throws(SystemCallError) in throw error }
        checks.order(phones[0])
        #expect(checks.attend(phones, at: Self.at(1)) == nil)
        let check = checks.attend(phones, at: Self.at(1))
        #expect(check?.isOrdered == true)
        guard case .failure(error)? = check?.outcome else {
            Issue.record("it succeeded")
            return
        }
    }
}
