import JSON
import LinuxIO
import Phones
import Programs
import Reports
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
    private let journal: PhoneJournal
    /// nil without a page of traffic.
    private let traffic: TrafficWatch?
    private let console: Console
    private let port: UInt16
    private let clock = RunClock()
    /// nil unless a phone is pinged.
    private var probe: PhoneProbe?
    private var hasHinted = false
    private var hasBegun = false

    init(
        _ bench: PhoneBench,
        _ steering: consuming PhoneSteering,
        _ book: PhoneBook,
        _ journal: PhoneJournal,
        _ traffic: TrafficWatch?,
        _ console: Console,
        port: UInt16
    ) {
        self.bench = bench
        self.steering = steering
        self.book = book
        self.journal = journal
        self.traffic = traffic
        self.console = console
        self.port = port
    }

    /// Readable while there is something to do at once. Borrowed.
    var raw: Int32 { bench.gateway.raw }

    /// Returns why the bench has ended by itself; nil if it works.
    func attend() -> String? {
        for item in bench.gateway.takeNews() {
            if case .connected = item { hasBegun = true }
            journal.tell(item)
        }
        switch steering.takeOrder() {
        case .line(let line)?:
            bench.change(to: line.link)
            journal.changed(to: LineWords(line.link).text)
            traffic?.change(line: LineWords(line.link).text)
        case .check(let name)?: check(name)
        case nil: break
        }
        answerCheck()
        follow()
        traffic?.attend()
        if let failure = bench.failure { return failure }
        if !hasBegun, !hasHinted, clock.now().nanoseconds > Self.patience {
            hasHinted = true
            console.warn(
                "no phone has come yet: is it in the same network, and does the firewall let UDP port \(port) in?"
            )
        }
        return nil
    }

    private func check(_ name: PhoneName) {
        guard let phone = book.phones.first(where: { $0.name == name }) else {
            return steering.answer(["error": "there is no such phone"])
        }
        do throws(SystemCallError) {
            probe = try PhoneProbe(bench.address(of: phone))
        } catch {
            steering.answer(["error": .string("\(error)")])
        }
    }

    private func answerCheck() {
        guard let figures = probe?.figures else { return }
        probe = nil
        switch figures {
        case .success(let figures): steering.answer(figures.json)
        case .failure(let error): steering.answer(["error": .string("\(error)")])
        }
    }

    /// Lets in phones that another netlab has added, and no more those that it has forgotten.
    private func follow() {
        let before = Set(book.names)
        do throws(PhoneBookError) {
            guard try book.refresh() else { return }
        } catch {
            return console.warn("phones that are added or forgotten now are not noticed: \(error)")
        }
        bench.gateway.serve(book.phones)
        traffic?.know(book.phones)
        let after = Set(book.names)
        for name in after.subtracting(before) { journal.added(name) }
        for name in before.subtracting(after) { journal.forgotten(name) }
    }
}
