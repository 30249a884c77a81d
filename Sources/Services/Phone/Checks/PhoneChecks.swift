import LinuxIO
import Phones
import Wire

/// What the Wi-Fi and the tunnel add for each phone, by pings that do not cross the line: when a phone connects, every minute
/// after that, and when somebody asks. One phone at a time. Main thread only.
final class PhoneChecks {
    typealias Outcome = Result<PhoneRoundTrips, SystemCallError>

    /// Pings that have come to an end.
    struct Ended {
        let phone: Phone
        let outcome: Outcome
        /// Somebody had asked for them.
        let isOrdered: Bool
    }

    private static let interval: Nanoseconds = 60_000_000_000
    /// A tunnel that is just being opened holds the first packets up.
    private static let settling: Nanoseconds = 1_000_000_000

    /// Begins the pings of a phone, and returns what their outcome is read by: nil while they are under way.
    private let begin: (Phone) throws(SystemCallError) -> () -> Outcome?
    /// When each phone that uses the tunnel is to be pinged next.
    private var due: [PhoneName: Instant] = [:]
    /// Somebody waits for these.
    private var ordered: [Phone] = []
    private var running: (phone: Phone, outcome: () -> Outcome?)?
    /// What came of each phone's last pings; none of phones that do not answer.
    private(set) var figures: [PhoneName: PhoneRoundTrips] = [:]

    init(begin: @escaping (Phone) throws(SystemCallError) -> () -> Outcome?) {
        self.begin = begin
    }

    /// The phone uses the tunnel from now on, or from another network.
    func connected(_ name: PhoneName, at now: Instant) {
        due[name] = now + Self.settling
    }

    /// The phone no longer answers.
    func silent(_ name: PhoneName) {
        due[name] = nil
        figures[name] = nil
    }

    /// Somebody wants to know it now.
    func order(_ phone: Phone) {
        ordered.append(phone)
    }

    /// Called several times a second. nil while no pings have come to an end.
    func attend(_ phones: [Phone], at now: Instant) -> Ended? {
        guard let (phone, outcome) = running else {
            start(phones, at: now)
            return nil
        }
        guard let outcome = outcome() else { return nil }
        running = nil
        return end(phone, outcome)
    }

    private func start(_ phones: [Phone], at now: Instant) {
        let names = Set(phones.map(\.name))
        due = due.filter { names.contains($0.key) }
        figures = figures.filter { names.contains($0.key) }
        let next = ordered.first ?? phones.first { phone in due[phone.name].map { $0 <= now } ?? false }
        guard let next else { return }
        if due[next.name] != nil { due[next.name] = now + Self.interval }
        do throws(SystemCallError) {
            running = (next, try begin(next))
        } catch {
            running = (next, { .failure(error) })
        }
    }

    private func end(_ phone: Phone, _ outcome: Outcome) -> Ended {
        let isOrdered = ordered.contains { $0.name == phone.name }
        ordered.removeAll { $0.name == phone.name }
        if case .success(let trips) = outcome { figures[phone.name] = trips.median == nil ? nil : trips }
        return Ended(phone: phone, outcome: outcome, isOrdered: isOrdered)
    }
}
