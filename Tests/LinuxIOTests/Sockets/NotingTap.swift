import LinuxIO
import Synchronization
import Wire

/// Notes each call in words.
final class NotingTap: StreamTap {
    private let state = Mutex<[String]>([])

    var notes: [String] { state.withLock { $0 } }

    func connected() { note("connected") }

    func received(_ bytes: ArraySlice<UInt8>) { note("received", bytes) }

    func now() -> Instant { .zero }

    func sent(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>, at instant: Instant) {
        note("sent", first + second)
    }

    func finishedSending() { note("finished") }

    func failed(_ error: SystemCallError) { note("failed \(error.errno)") }

    func closed(_ closing: StreamClosing) { note("\(closing)") }

    private func note(_ word: String, _ bytes: ArraySlice<UInt8> = []) {
        state.withLock { $0.append(([word] + bytes.map { "\($0)" }).joined(separator: " ")) }
    }
}
