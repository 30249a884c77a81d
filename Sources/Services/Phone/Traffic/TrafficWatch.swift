import Capture
import LinuxIO
import LivePage
import Phones
import Programs
import Reports
import Serving
import Wire
import WireGuard

/// Inspects the phones' packets while they cross the line, and shows on a page what they say. Main thread only.
final class TrafficWatch {
    /// Packets are looked at this often, so that few wait, and the page changes at most this often.
    private static let interval: Nanoseconds = 1_000_000_000
    /// Bytes of packets that wait for the main thread at most.
    private static let waiting = 16 << 20

    /// Gets the packets of the phones' end of the line.
    let mailbox: PacketMailbox
    private let board: TrafficBoard
    private let page: ExchangePage
    private let journal: PhoneJournal
    private var traffic = PhoneTraffic()
    private let clock = RunClock()
    /// When the page was last changed; nil before the first packet.
    private var shown: Instant?

    /// `listener` is on the machine's network. Starts the page's thread.
    init(
        at listener: consuming Listener,
        _ mailbox: PacketMailbox,
        _ introduction: PhoneIntroduction,
        _ book: PhoneBook,
        _ journal: PhoneJournal,
        line: String
    ) throws {
        self.journal = journal
        self.mailbox = mailbox
        board = TrafficBoard(
            phone: introduction.options.name.text,
            endpoint: introduction.reach.endpoint.description,
            code: introduction.picture,
            line: line
        )
        page = try ExchangePage(
            PageSubject("phone", .traffic, isLive: true, causes: CauseWords.ofCapture),
            board,
            at: listener,
            renewal: "netlab phone prints a new link when it starts again",
            clock
        )
        traffic.know(book.phones)
    }

    static func mailbox() -> PacketMailbox { PacketMailbox(limit: waiting) }

    /// A link that opens the page once.
    func link() -> String { page.link() }

    func know(_ phones: [Phone]) {
        traffic.know(phones)
    }

    func change(_ lines: PhoneLines) {
        let own = lines.ownWords
        traffic.changeLines(own: Set(own.map(\.name)))
        board.change(line: lines.sharedWords, own: own.map { ($0.name.text, $0.line) })
        page.feed.change()
    }

    /// Shows what the Wi-Fi and the tunnel add for each phone.
    func show(_ checks: [PhoneName: PhoneRoundTrips]) {
        let words = checks.compactMap { name, trips in trips.shortWords.map { (name.text, $0) } }
        board.change(checks: words.sorted { $0.0 < $1.0 })
        page.feed.change()
    }

    /// Called several times a second.
    func attend() {
        takePackets()
        let now = clock.now()
        if let shown, now - shown < Self.interval { return }
        if show() { shown = now }
    }

    /// Shows what has changed; false if nothing has.
    private func show() -> Bool {
        let change = traffic.look()
        guard !change.isEmpty, let start = traffic.first else { return false }
        journal.tell(change)
        board.show(change, start: start, oldest: traffic.oldest, missed: mailbox.missed)
        page.feed.change()
        return true
    }

    private func takePackets() {
        for batch in mailbox.take() {
            batch.forEach { header, bytes in traffic.receive(header, bytes) }
        }
    }

    /// Shows what is left, and ends the page.
    func stop() {
        takePackets()
        _ = show()
        journal.tell(traffic.unfinished)
        page.stop()
    }
}
