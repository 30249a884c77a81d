import Forwarding
import LinuxIO
import Serving
import Wire

/// The exchanges that wait at breakpoints until the user lets them go on, their client leaves, or the proxy ends.
/// It belongs to the loop's thread, and is one of the loop's sockets to hear of its end.
final class HeldExchanges: LoopSocket {
    /// Exchanges at a time; further ones pass.
    static let most = 100

    private let loop: EventLoop
    private let observer: any ProxyObserver
    private let anchor: WakeUp
    private var held: [HeldExchange] = []
    private var latest = 0
    private(set) var isClosed = false

    init(_ loop: EventLoop, _ observer: any ProxyObserver) throws(SystemCallError) {
        self.loop = loop
        self.observer = observer
        anchor = try WakeUp()
        try loop.add(self, at: loop.takeToken(), isReadable: false)
    }

    // MARK: Holding

    /// Calls `release` with what is to go on: at once if there is no room, and never if the client leaves or the
    /// answer is an error page.
    func hold(
        _ content: HeldContent,
        of exchange: ExchangeUnderWay,
        for answer: LateResponse,
        release: @escaping (HeldContent) -> Void
    ) {
        guard !isClosed else { return release(content) }
        guard held.count < Self.most else {
            exchange.missed = .tooMany
            return release(content)
        }
        latest += 1
        let entry = HeldExchange(
            id: latest,
            content: content,
            exchange: exchange,
            since: loop.clock.now(),
            wall: RunClock.wall(),
            answer: answer,
            release: release
        )
        held.append(entry)
        exchange.isHeld = true
        answer.hold(true)
        observer.held(entry.message(at: entry.since))
    }

    /// The exchange is over.
    func leave(_ exchange: ExchangeUnderWay) {
        for entry in held where entry.exchange === exchange { remove(entry) }
    }

    private func remove(_ entry: HeldExchange) {
        held.removeAll { $0.id == entry.id }
        entry.answer.hold(false)
        entry.exchange.isHeld = false
        entry.exchange.held = (entry.exchange.held ?? 0) + (loop.clock.now() - entry.since)
    }

    // MARK: The user

    /// In the order in which they began to wait.
    var messages: [HeldMessage] {
        let now = loop.clock.now()
        return held.map { $0.message(at: now) }
    }

    /// A message with its text for people to edit.
    typealias Shown = (message: HeldMessage, text: [UInt8])

    /// What is held as this id; nil if nothing is.
    func show(_ id: Int) -> Shown? { held.first { $0.id == id }.map(shown) }

    private func shown(_ entry: HeldExchange) -> Shown {
        (entry.message(at: loop.clock.now()), entry.content.text)
    }

    /// Lets one go on, as the text states it or unchanged. Returns what it was.
    func proceed(_ id: Int, as text: [UInt8]?) throws(MessageTextError) -> Shown? {
        guard let entry = held.first(where: { $0.id == id }) else { return nil }
        let edited = try text.flatMap { text throws(MessageTextError) in try entry.content.edited(by: text) }
        if edited != nil { entry.exchange.note("breakpoint edited \(entry.content.phase)") }
        remove(entry)
        entry.release(edited ?? entry.content)
        return shown(entry)
    }

    /// Answers one with an error page. Returns what it was.
    func abort(_ id: Int) -> Shown? {
        guard let entry = held.first(where: { $0.id == id }) else { return nil }
        entry.exchange.note("breakpoint aborted \(entry.content.phase)")
        end(entry, with: .aborted)
        return shown(entry)
    }

    private func end(_ entry: HeldExchange, with page: ServedResponse) {
        remove(entry)
        entry.answer.fulfil(page)
    }

    // MARK: LoopSocket

    /// Nothing is ever read from it.
    var raw: Int32 { anchor.raw }

    var outlook: ConnectionOutlook { .reading(at: loop.clock.now()) }

    func proceed(isReadable: Bool) {}

    func hangUp() {}

    /// Nobody could let them go on any more.
    func finish() {
        isClosed = true
        for entry in held { end(entry, with: .endedWhileHeld) }
    }

    func close() {
        isClosed = true
        held = []
    }
}
