import LinuxIO
import Synchronization
import Wire

/// State that a translator and its thread share.
final class TranslatorState: Sendable {
    /// Parts that the thread takes over.
    private struct Parts: ~Copyable, Sendable {
        let port: PacketPort
        let poller: Poller
    }

    private static let wakeUpToken: UInt64 = 0
    private static let portToken: UInt64 = 1
    private static let longest = 65_535

    let wakeUp: WakeUp
    let isStopping = Atomic(false)
    let failure = Mutex<SystemCallError?>(nil)
    private let mapping: AddressMapping
    private let parts: Mutex<Parts?>

    init(_ port: consuming PacketPort, _ mapping: AddressMapping) throws(SystemCallError) {
        self.mapping = mapping
        wakeUp = try WakeUp()
        let poller = try Poller()
        try poller.add(wakeUp.raw, .read, token: Self.wakeUpToken)
        try poller.add(port.raw, .read, token: Self.portToken)
        parts = Mutex(Parts(port: port, poller: poller))
    }

    /// Drops the parts, which removes the interface, unless the thread has them.
    func takeParts() {
        _ = parts.withLock { $0.take() }
    }

    /// Translates until it is told to stop.
    func run() {
        guard let parts = parts.withLock({ $0.take() }) else { return }
        // Packets are late by what this thread is.
        ThreadTiming.dropSlack()
        do throws(SystemCallError) {
            try translate(parts)
        } catch {
            failure.withLock { $0 = error }
        }
    }

    private func translate(_ parts: borrowing Parts) throws(SystemCallError) {
        var translation = PacketTranslation(mapping)
        var buffer = [UInt8](repeating: 0, count: Self.longest)
        var events: [PollEvent] = []
        while !isStopping.load(ordering: .acquiring) {
            try parts.poller.wait(timeout: nil, into: &events)
            if events.contains(where: { $0.token == Self.wakeUpToken }) { wakeUp.drain() }
            while let length = try parts.port.receive(into: &buffer) {
                if let packet = translation.translate(buffer.span.bytes.extracting(0..<length)) {
                    parts.port.send(packet)
                }
            }
        }
    }
}
