import Compression
import Forwarding
import LinuxIO
import Synchronization

/// Writes mirrored bodies on a thread of its own: neither the disk nor what unpacks to much holds up the proxy's clients.
final class MirrorWriter: Sendable {
    private enum Order: Sendable {
        case begin(MirrorPlace, CompressedFormat?, MirrorCopy.Fate)
        case write([UInt8])
        case finish
        case drop
        case end
    }

    /// What its thread and the loop's share.
    private final class Tray: Sendable {
        struct State {
            var orders: [(number: Int, order: Order)] = []
            /// Bytes of bodies among them.
            var waiting = 0
            var number = 0
            var hasThread = false
        }

        let wakeUp: WakeUp
        let state = Mutex(State())

        init() throws(SystemCallError) {
            wakeUp = try WakeUp()
        }

        func add(_ order: Order, to number: Int) {
            state.withLock { $0.orders.append((number, order)) }
            wakeUp.ring()
        }

        func take() -> [(number: Int, order: Order)] {
            state.withLock { state in
                defer { state.orders = [] }
                return state.orders
            }
        }
    }

    /// Bytes of bodies that wait for the disk.
    private static let mostWaiting = 64 << 20

    private let tray: Tray
    private let thread = ServiceThread()
    /// Is told why a body is not in the mirror whose exchange is over.
    private let tell: @Sendable (String) -> Void

    init(_ tell: @escaping @Sendable (String) -> Void) throws(SystemCallError) {
        tray = try Tray()
        self.tell = tell
    }

    deinit {
        end()
    }

    /// Writes what was handed over. Later orders are dropped.
    func end() {
        tray.add(.end, to: 0)
        thread.join()
    }

    // MARK: The loop's side

    /// Returns the copy's number.
    func begin(_ place: MirrorPlace, _ format: CompressedFormat?, _ fate: MirrorCopy.Fate) -> Int {
        let (number, isFirst) = tray.state.withLock { state in
            state.number += 1
            defer { state.hasThread = true }
            return (state.number, !state.hasThread)
        }
        tray.add(.begin(place, format, fate), to: number)
        guard isFirst else { return number }
        do throws(SystemCallError) {
            try thread.start(name: "netlab-mirror") { [tray, tell] in Self.run(tray, tell) }
        } catch {
            tell("nothing is mirrored: \(error)")
        }
        return number
    }

    /// False if too much waits.
    func write(_ bytes: [UInt8], to number: Int) -> Bool {
        let hasRoom = tray.state.withLock { state in
            guard state.waiting + bytes.count <= Self.mostWaiting else { return false }
            state.waiting += bytes.count
            return true
        }
        if hasRoom { tray.add(.write(bytes), to: number) }
        return hasRoom
    }

    func finish(_ number: Int) { tray.add(.finish, to: number) }

    func drop(_ number: Int) { tray.add(.drop, to: number) }

    // MARK: The thread

    private static func run(_ tray: Tray, _ tell: @Sendable (String) -> Void) {
        var open: [Int: (file: MirrorFile, fate: MirrorCopy.Fate)] = [:]
        while true {
            let orders = tray.take()
            if orders.isEmpty {
                tray.wakeUp.wait()
                continue
            }
            for (number, order) in orders {
                if case .end = order { return }
                if case .write(let bytes) = order { tray.state.withLock { $0.waiting -= bytes.count } }
                do throws(MirrorFailure) {
                    try carryOut(order, number, &open)
                } catch {
                    let fate: MirrorCopy.Fate? =
                        if case .begin(_, _, let fate) = order { fate } else { open[number]?.fate }
                    open[number] = nil
                    if fate?.fail(error) == false { tell("a body is not in the mirror: \(error)") }
                }
            }
        }
    }

    private static func carryOut(
        _ order: Order,
        _ number: Int,
        _ open: inout [Int: (file: MirrorFile, fate: MirrorCopy.Fate)]
    ) throws(MirrorFailure) {
        switch order {
        case .begin(let place, let format, let fate):
            open[number] = (try MirrorFile(place, format, number: number), fate)
        case .write(let bytes): try open[number]?.file.write(bytes)
        case .finish:
            try open[number]?.file.finish()
            open[number] = nil
        case .drop: open[number] = nil
        case .end: break
        }
    }
}
