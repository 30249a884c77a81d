import LinkModel
import Runs
import Wire

/// What the timing log leaves out of a connection's making: when it was asked for, and from when on it was there, be it to
/// agree on encryption.
struct SetUpTimes {
    let begun: Instant
    let opened: Instant?

    /// Of the newest connection of a port that was asked for in that time; nil where the line's log does not have it.
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
        // Nothing goes up before the connection is ready but what agrees on encryption.
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
