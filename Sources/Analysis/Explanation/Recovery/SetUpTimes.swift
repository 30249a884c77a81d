import LinkModel
import Runs
import Wire

/// Times of a connection's set-up that the timing log lacks: when it was requested, and when it existed, even
/// if encryption was still being negotiated.
struct SetUpTimes {
    let begun: Instant
    let opened: Instant?

    /// The newest connection of a port that was requested in that time; nil if the line's log lacks it.
    init?(port: UInt16, since queued: Instant, until connected: Instant, _ log: [LinkLogEntry]) {
        let own = log.filter { $0.segment?.clientPort == port && $0.arrival <= connected }
        let syns = own.filter { entry in
            entry.packet.direction == .up && entry.arrival >= queued
                && entry.segment?.flags.contains(.syn) == true
        }
        guard let flow = syns.last?.packet.flow,
            let begun = syns.filter({ $0.packet.flow == flow }).map(\.arrival).min()
        else { return nil }
        self.begun = begun
        // Before the connection is ready, only the encryption handshake goes up.
        let isEncrypted = own.contains { entry in
            entry.packet.flow == flow && entry.packet.direction == .up && entry.arrival < connected
                && (entry.segment?.payload ?? 0) > 0
        }
        let answers = own.filter { entry in
            entry.packet.flow == flow && entry.packet.direction == .down
                && entry.segment?.flags.contains(.syn) == true
        }
        opened = isEncrypted ? answers.compactMap(\.departure).min() : nil
    }
}
