import JSON
import LinkModel
import LinuxIO
import Phones
import Programs
import Wire

/// What is done several times a second while phones use the line: news are told, another line is taken, and phones are let in
/// or cut off.
final class PhoneWatch {
    /// Interval of checks for orders, and whether something has ended by itself, in milliseconds.
    static let interval: Int32 = 200
    /// How long a phone may take before the user is told what may be wrong.
    private static let patience: Nanoseconds = 10_000_000_000

    private let bench: PhoneBench
    private let steering: PhoneSteering
    private var book: PhoneBook
    private let lines: PhoneLines
    private let journal: PhoneJournal
    /// nil without a page of traffic.
    private let traffic: TrafficWatch?
    /// nil if programs have none.
    private let control: PhoneControl?
    private let port: UInt16
    private let clock = RunClock()
    /// Those whose tunnel is on.
    private var connected: Set<PhoneName> = []
    private let checks: PhoneChecks
    private var hasHinted = false
    private var hasBegun = false

    init(
        _ bench: PhoneBench,
        _ steering: consuming PhoneSteering,
        _ book: PhoneBook,
        _ lines: PhoneLines,
        _ journal: PhoneJournal,
        _ traffic: TrafficWatch?,
        _ control: PhoneControl?,
        port: UInt16
    ) {
        self.bench = bench
        self.steering = steering
        self.book = book
        self.lines = lines
        self.journal = journal
        self.traffic = traffic
        self.control = control
        self.port = port
        checks = PhoneChecks { phone throws(SystemCallError) in
            let probe = try PhoneProbe(bench.address(of: phone))
            return { probe.figures }
        }
    }

    /// Readable while there is something to do at once. Borrowed.
    var raws: [Int32] { [bench.gateway.raw] + [control?.raw].compactMap { $0 } }

    /// The name of the phone with that address; the address if there is none.
    func name(at address: IPAddress) -> String {
        let phone = book.phones.first { $0.addresses.list(.both).contains(address) }
        return phone?.name.text ?? address.description
    }

    /// Returns why the bench has ended by itself; nil if it works.
    func attend() -> String? {
        for item in bench.gateway.takeNews() { take(item) }
        // Before orders, which may be about a phone that was just added.
        follow()
        takeOrder()
        attendChecks()
        control?.attend(phones)
        traffic?.attend()
        if let failure = bench.failure { return failure }
        if !hasBegun, !hasHinted, clock.now().nanoseconds > Self.patience {
            hasHinted = true
            journal.console.warn(
                "no phone has come yet: is it in the same network, and does the firewall let UDP port \(port) in?"
            )
        }
        return nil
    }

    private func take(_ item: GatewayNews) {
        switch item {
        case .connected(let name, _):
            hasBegun = true
            connected.insert(name)
            checks.connected(name, at: clock.now())
        case .moved(let name, _): checks.connected(name, at: clock.now())
        case .silent(let name):
            connected.remove(name)
            checks.silent(name)
        case .shared, .refused: break
        }
        journal.tell(item)
    }

    /// No program is answered any more.
    func stop() {
        control?.stop()
    }

    // MARK: Orders

    private var phones: PhonesDocument {
        PhonesDocument(lines: lines, phones: book.phones, connected: connected, checks: checks.figures)
    }

    private func takeOrder() {
        switch steering.takeOrder() {
        case .throttle(let throttle)?: steering.answer(carryOut(throttle))
        case .check(let name)?: check(name)
        case .phones?: steering.answer(phones.json)
        case nil: break
        }
    }

    private func carryOut(_ throttle: PhoneThrottle) -> JSONValue {
        do throws(PhoneLineError) {
            let phone = try throttle.phone.map { name throws(PhoneLineError) in try find(name) }
            if let line = throttle.line {
                try lines.change(to: line.link, of: phone)
            } else if let phone {
                lines.share(phone)
            }
            return ["line": .string(phone.map { lines.words(of: $0.name) } ?? lines.sharedWords)]
        } catch {
            return error.json
        }
    }

    private func find(_ name: PhoneName) throws(PhoneLineError) -> Phone {
        if let phone = book.phones.first(where: { $0.name == name }) { return phone }
        throw .unknown(name, known: book.names)
    }

    private func check(_ name: PhoneName) {
        do throws(PhoneLineError) {
            checks.order(try find(name))
        } catch {
            steering.answer(error.json)
        }
    }

    private func attendChecks() {
        guard let check = checks.attend(book.phones, at: clock.now()) else { return }
        switch check.outcome {
        case .success(let figures):
            if check.isOrdered { steering.answer(figures.json) }
            journal.checked(check.phone.name, figures)
            traffic?.show(checks.figures)
        case .failure(let error):
            if check.isOrdered { steering.answer(["error": .string("\(error)")]) }
        }
    }

    /// Lets in phones that another netlab has added, and no more those that it has forgotten.
    private func follow() {
        let before = Set(book.names)
        do throws(PhoneBookError) {
            guard try book.refresh() else { return }
        } catch {
            return journal.console.warn("phones that are added or forgotten now are not noticed: \(error)")
        }
        bench.gateway.serve(book.phones)
        lines.follow(book.phones)
        traffic?.know(book.phones)
        let after = Set(book.names)
        connected.formIntersection(after)
        for name in after.subtracting(before) { journal.added(name) }
        for name in before.subtracting(after) { journal.forgotten(name) }
    }
}
